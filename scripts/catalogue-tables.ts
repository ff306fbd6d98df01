// The tables of the catalogue, as `module-tables.ts` has those of the other modules.
export const catalogueTables = {
  tables: [
    "carriers",
    "suspended_lanes",
    "lane_times",
    "suggestions",
    "duty_rules",
    "goods_rules",
    "shipping_services",
    "service_rates",
    "service_surcharges",
    "exchange_rates",
    "warehouses",
  ],
  types: {
    "#platform/rules/language.ts": {
      NamesByLanguage: ["shipping_services.names", "goods_rules.texts"],
    },
    "#platform/rules/money.ts": { DisplayCurrency: ["shipping_services.currency"] },
    "#catalogue/rules/country.ts": {
      CountryCode: [
        "suspended_lanes.destination_code",
        "lane_times.origin",
        "lane_times.destination",
        "shipping_services.countries",
        "service_rates.countries",
        "duty_rules.country_code",
        "goods_rules.country_code",
        "warehouses.country",
      ],
      OriginCode: ["shipping_services.origin_code"],
    },
    "#catalogue/rules/dated-fact.ts": { FactConfidence: ["goods_rules.confidence"] },
    "#catalogue/rules/goods-rule.ts": {
      GoodsAnswer: ["goods_rules.answer"],
      RuledFlag: ["goods_rules.flag"],
    },
    "#catalogue/rules/lane.ts": {
      LaneConfidence: ["suspended_lanes.confidence"],
      LaneTranslations: ["suspended_lanes.translations"],
    },
    "#catalogue/rules/shipping-rate.ts": { ShippingService: ["suspended_lanes.service"] },
    "#catalogue/rules/shipping-service.ts": {
      ServiceCustoms: ["shipping_services.customs"],
      DeliveryUnit: ["shipping_services.delivery_unit"],
      DutyPayer: ["duty_rules.payer"],
      LabelSource: ["shipping_services.label"],
      ServiceDuty: ["shipping_services.duty"],
      "ServiceLeg[]": ["shipping_services.legs"],
      ServiceMode: ["shipping_services.mode", "lane_times.service", "goods_rules.mode"],
      SurchargeCondition: ["service_surcharges.condition"],
      SurchargeKind: ["service_surcharges.kind"],
      VolumeDivisor: ["shipping_services.divisor"],
      "WeightBand[]": ["service_rates.bands"],
    },
    "#catalogue/rules/suggestion.ts": {
      AnySuggestionContent: ["suggestions.content"],
      SuggestionKind: ["suggestions.kind"],
    },
    "#catalogue/rules/warehouse.ts": {
      OpeningHours: ["warehouses.opening_hours"],
      WarehouseAddress: ["warehouses.address"],
      WarehouseKind: ["warehouses.kind"],
    },
  },
} as const;
