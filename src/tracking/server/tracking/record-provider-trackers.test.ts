import { expect, test } from "vitest";
import { shownText } from "./record-provider-trackers.ts";

test.each([
  ["Arrived at <b>Hong Kong</b> facility", "Arrived at Hong Kong facility"],
  ["Delivered &amp; signed by O&#39;Brien", "Delivered & signed by O'Brien"],
  ["Livr&eacute;&nbsp;au gardien", "Livré au gardien"],
  ["line one<br/>line two<BR>line three", "line one line two line three"],
  ['<a href="https://example.com/?a=1&amp;b=2" target="_blank">Call us</a>', "Call us"],
  ["&lt;span class=&quot;x&quot;&gt;Out for delivery&lt;/span&gt;", "Out for delivery"],
  ["Tom &amp;amp; Mei", "Tom & Mei"],
  ["<p>快件已到达</p><p>【深圳】</p>", "快件已到达 【深圳】"],
  ["Held<script>alert(1)</script><!-- x --> here", "Held here"],
  ["weight < 5 kg and > 3 kg", "weight < 5 kg and > 3 kg"],
  ["<unknown>", "<unknown>"],
  ["5 &lt; 6", "5 < 6"],
  ["<b>unclosed", "unclosed"],
  ["<<b>b>", "< b>"],
  ["Delivered\u200B\r\n to \u202Ereception", "Delivered to reception"],
  ["", ""],
])("the words of %j are %j", (text, words) => {
  expect(shownText(text, 500)).toBe(words);
});

test("a text is shortened to whole characters", () => {
  expect(shownText("ab😀", 3).isWellFormed()).toBe(true);
});
