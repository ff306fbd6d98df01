import { sql, type Kysely } from "kysely";

/**
 * Shipping services and boxes are named in each language, as extra services are. Those that came with the product get their
 * Chinese names; another name stands in every language until staff translate it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function names_of(p_name text) returns jsonb language sql immutable return (
      select jsonb_build_object('en', p_name, 'zh-Hant-HK', coalesce(hant, p_name), 'zh-Hans', coalesce(hans, p_name))
      from (select p_name) given left join (values
        ('Hong Kong Post air', '香港郵政空郵', '香港邮政航空'),
        ('Hong Kong Post surface', '香港郵政平郵', '香港邮政水陆路'),
        ('Singapore Post air', '新加坡郵政空郵', '新加坡邮政航空'),
        ('Singapore Post surface', '新加坡郵政平郵', '新加坡邮政水陆路'),
        ('By way of Singapore, air', '空郵（經新加坡）', '航空（经新加坡）'),
        ('Small', '小號', '小号'),
        ('Medium', '中號', '中号'),
        ('Large', '大號', '大号'),
        ('Extra large', '特大號', '特大号')
      ) known (name, hant, hans) on known.name = p_name
    );

    -- Changing the type writes the rows anew without an update, which versions of services do not allow.
    alter table shipping_services drop constraint shipping_services_name_check,
      alter column name type jsonb using names_of(name);
    alter table shipping_services rename column name to names;
    alter table shipping_services add constraint shipping_services_names_check
      check (jsonb_typeof(names) = 'object' and names ?& '{en,zh-Hant-HK,zh-Hans}');
    comment on column shipping_services.names is 'By language.';

    alter table boxes drop constraint boxes_name_check, alter column name type jsonb using names_of(name);
    alter table boxes rename column name to names;
    alter table boxes add constraint boxes_names_check
      check (jsonb_typeof(names) = 'object' and names ?& '{en,zh-Hant-HK,zh-Hans}');
    comment on column boxes.names is 'By language.';

    drop function names_of(text);

    update extra_services set names = jsonb_set(names, '{zh-Hant-HK}', '"細節相片"')
      where names ->> 'zh-Hant-HK' = '細節照片';
  `.execute(db);
}
