import type { SchemaId } from "../../contract/generated/types.js";
import { firstOfEach } from "../../contract/group-by.js";
import { validate } from "../../contract/validator.js";
import type { Exchange } from "../../wire/exchange.js";
import { plural } from "../../wire/message.js";
import { finding } from "../finding.js";
import type { Judgement } from "../judgement.js";

/**
 * Judges a value against a schema of the contract. Each rule is blamed once for an exchange, at the first place where
 * it is broken; the judgement counts the places.
 */
export function againstSchema(claim: { exchange: Exchange; schema: SchemaId; value: unknown }): Judgement {
  const { exchange, schema, value } = claim;
  const { breaches, seen } = validate(schema, value);
  const findings = firstOfEach(breaches, ({ rule }) => rule).map((breach) => {
    const more = breach.count === 1 ? "" : ` (${plural(breach.count, "place")})`;
    return finding(
      { rule: breach.rule, exchanges: [exchange] },
      breach.documented,
      `${breach.received}${more}`,
      breach.pointer,
    );
  });
  return { findings, evidence: [...seen].map(([rule, amount]) => ({ rule, count: amount })) };
}
