const TOKEN =
  /<\?xml[^<>]*\?>|<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>|[^<>&]+|&(?:amp|lt|gt|quot|#39);/y;

/**
 * Parses XML strictly enough for tests: tags balance, attributes are quoted, text contains no stray markup.
 * @returns names of the elements in order of appearance
 * @throws Error at the first character that is not well-formed
 */
export function elementsOf(xml: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(xml);
    if (token === null) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 60)}`);
    const [, closing, name, , empty] = token;
    if (name === undefined) continue;
    if (closing === "/") {
      if (open.pop() !== name) throw new Error(`unbalanced </${name}>`);
    } else {
      seen.push(name);
      if (empty !== "/") open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(", ")}`);
  return seen;
}
