import { UsageError } from "./errors.js";

/**
 * The address that a command was given: the argument's, else that of PLIMSOLL_URL; null where there is neither.
 * @throws UsageError when it is empty: a variable that was not filled in must not pass for none at all
 */
export function addressOf(argument: string | null): string | null {
  const [address, name] =
    argument === null ? [process.env.PLIMSOLL_URL ?? null, "PLIMSOLL_URL"] : [argument, "the address"];
  if (address === null || address.trim() !== "") return address;
  throw new UsageError(
    `${name} is empty; give the target's address, or none to judge the embedded reference.`,
  );
}
