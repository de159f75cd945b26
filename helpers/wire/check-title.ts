/** Between a rule and what its check does. */
const BETWEEN = " · ";

/** Title of a check. */
export function titleOf(rule: string, stimulus: string): string {
  return `${rule}${BETWEEN}${stimulus}`;
}

/** The rule of the check with this title; null for what is no check, such as the census. */
export function ruleOf(title: string): string | null {
  const at = title.indexOf(BETWEEN);
  return at < 0 ? null : title.slice(0, at);
}
