import { UsageError } from "../mistakes/errors.js";

/**
 * The address for a command: the argument, otherwise PLIMSOLL_URL; null if there is neither.
 * @throws UsageError if it is empty: an unset variable must not count as no address
 */
export function addressOf(argument: string | null): string | null {
  const [address, name] =
    argument === null ? [process.env.PLIMSOLL_URL ?? null, "PLIMSOLL_URL"] : [argument, "the address"];
  if (address === null || address.trim() !== "") return address;
  throw new UsageError(
    `${name} is empty; give the target's address, or none to judge the embedded reference.`,
  );
}
