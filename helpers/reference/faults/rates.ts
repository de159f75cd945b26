import { showing } from "../bends.js";
import type { Fault } from "./fault.js";

/** Rates and quotes that are read again. */
export const faults: readonly Fault[] = [
  {
    id: "rate-read-costs-more",
    rule: "v2.rates.roundtrip",
    sentence: "A rate read by its id costs more than it was quoted.",
    bend: showing("v2GetRate", (rate) => ({ ...rate, shipping_amount: { currency: "usd", amount: 999 } })),
  },
  {
    id: "quote-read-loses-rates",
    rule: "v2.quotes.roundtrip",
    sentence: "A quote read by its id has no rates.",
    bend: showing("v2GetCheckoutRateQuote", (quote) => ({ ...quote, rates: [] })),
  },
];
