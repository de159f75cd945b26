import { type Markup, markup } from "../markup.js";

/** A part of the page that is closed until it is opened. */
export function fold(id: string, title: string, count: string, body: Markup): Markup {
  return markup`<details class="fold" id="${id}"><summary><h2>${title}</h2> <small>${count}</small></summary>
${body}</details>`;
}
