// Drawings of a shop's address form. They carry no meaning of their own: the text beside them says the same.
import { formatMemberCode } from "#people/rules/member-code.ts";
import classes from "./address.module.css";

/** The names of the fields as they stand in Taobao's form. */
const shopWords = {
  region: "所在地区",
  street: "详细地址",
  receiver: "收货人",
  phone: "手机号码",
} as const;

/** The three lists in which the form asks for the region. */
const regionLists = [
  ["广东省", "香港", "澳门"],
  ["香港岛", "九龙", "新界"],
  ["油尖旺区", "观塘区", "黄大仙区"],
] as const;

const picture = { viewBox: "0 0 300 190", className: classes["drawnPicture"], "aria-hidden": true };

function Frame() {
  return <rect className={classes["paper"]} x="1" y="1" width="298" height="188" rx="12" />;
}

/** A field with its name on the left; `isActive` draws it as the one that is filled in. */
function FormField(props: {
  y: number;
  name: string;
  isActive?: boolean;
  /** How much of the field is filled. */
  width?: number;
  code?: string;
}) {
  const { y, width = 0 } = props;
  return (
    <g data-active={props.isActive ?? false} className={classes["drawnField"]}>
      <text x="18" y={y + 21} className={classes["drawnName"]}>
        {props.name}
      </text>
      <rect x="84" y={y} width="198" height="32" rx="6" className={classes["drawnBox"]} />
      {width > 0 ? (
        <rect x="94" y={y + 12} width={width} height="8" rx="4" className={classes["typed"]} />
      ) : null}
      {props.code === undefined ? null : (
        <>
          <rect
            x={100 + width}
            y={y + 6}
            width="74"
            height="20"
            rx="5"
            className={classes["drawnChip"]}
          />
          <text x={137 + width} y={y + 20} className={classes["drawnCode"]}>
            {props.code}
          </text>
        </>
      )}
    </g>
  );
}

/** The region, chosen in three lists. */
export function RegionPicture() {
  return (
    <svg {...picture} lang="zh-Hans">
      <Frame />
      <FormField y={16} name={shopWords.region} isActive width={120} />
      {regionLists.map((words, column) => (
        <g key={words[1]}>
          <rect
            x={18 + column * 90}
            y="62"
            width="84"
            height="112"
            rx="6"
            className={classes["drawnList"]}
          />
          {words.map((word, row) => (
            <g key={word} data-active={row === 1} className={classes["drawnOption"]}>
              <rect x={22 + column * 90} y={66 + row * 36} width="76" height="32" rx="4" />
              <text x={60 + column * 90} y={87 + row * 36}>
                {word}
              </text>
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}

/** The other fields, with the code after the street and after the name. */
export function FieldsPicture(props: { memberCode: string }) {
  const code = formatMemberCode(props.memberCode);
  return (
    <svg {...picture} lang="zh-Hans">
      <Frame />
      <FormField y={12} name={shopWords.region} width={130} />
      <FormField y={56} name={shopWords.street} isActive width={96} code={code} />
      <FormField y={100} name={shopWords.receiver} isActive width={48} code={code} />
      <FormField y={144} name={shopWords.phone} width={90} />
    </svg>
  );
}

/** The label on a parcel, and the code that is read from it. */
export function ParcelPicture(props: { memberCode: string }) {
  return (
    <svg {...picture}>
      <Frame />
      <path className={classes["carton"]} d="M40 66 L150 30 L260 66 L260 158 L150 176 L40 158 Z" />
      <path className={classes["edge"]} d="M40 66 L150 92 L260 66 M150 92 V176 M95 48 L205 79" />
      <g transform="translate(52 92) skewY(13.3)">
        <rect width="88" height="56" rx="4" className={classes["drawnLabel"]} />
        <rect x="8" y="8" width="52" height="5" rx="2.5" className={classes["typed"]} />
        <rect x="8" y="18" width="68" height="5" rx="2.5" className={classes["typed"]} />
        <rect x="8" y="29" width="72" height="20" rx="4" className={classes["drawnChip"]} />
        <text x="44" y="43" className={classes["drawnCode"]}>
          {formatMemberCode(props.memberCode)}
        </text>
      </g>
      <path
        className={classes["beam"]}
        d="M172 118 v-8 h14 M230 110 h14 v8 M244 142 v8 h-14 M186 150 h-14 v-8"
      />
      <path
        className={classes["bars"]}
        d="M184 122 v16 M190 122 v16 M199 122 v16 M205 122 v16 M214 122 v16 M223 122 v16 M229 122 v16"
      />
    </svg>
  );
}
