import type { Fault } from "../fault.js";
import * as bounds from "../list-bends/bounds.js";
import { perList, perParameter } from "./alike.js";

/** The bounds of time windows. */
export const faults: readonly Fault[] = [
  ...perList(
    (list) => bounds.boundAloneRefused(list, "created_at_end", "created_at_start"),
    ({ one }) => `The ${one} list refuses created_at_end without created_at_start.`,
    {
      "labels-end-alone-refused": "content.date-params.date-time",
      "shipments-end-alone-refused": "content.date-params.date-time",
      "reports-end-alone-refused": "content.date-params.date-time",
    },
  ),
  ...perList(
    (list) => bounds.cutToMinute(list, "created_at_start"),
    ({ one }) => `The ${one} list cuts created_at_start to its minute.`,
    {
      "labels-created_at_start-cut-to-minute": "labels.filter.created_at_start",
      "shipments-created_at_start-cut-to-minute": "shipments.filter.created_at_start",
    },
  ),
  ...perList(
    (list) => bounds.raisedToHour(list, "created_at_start"),
    ({ one }) => `The ${one} list raises created_at_start to the next full hour.`,
    {
      "labels-created_at_start-raised-to-hour": "labels.filter.created_at_start",
      "shipments-created_at_start-raised-to-hour": "shipments.filter.created_at_start",
      "reports-created_at_start-raised-to-hour": "reports.filter.created_at_start",
    },
  ),
  ...perParameter(
    bounds.secondTooMany,
    ({ one, parameter }) => `The ${one} list goes a second beyond ${parameter}.`,
    {
      "labels-created_at_end-goes-too-far": "labels.filter.created_at_end",
      "shipments-created_at_end-goes-too-far": "shipments.filter.created_at_end",
      "shipments-modified_at_end-goes-too-far": "shipments.filter.modified_at_end",
      "reports-created_at_end-goes-too-far": "reports.filter.created_at_end",
    },
  ),
  ...perList(
    bounds.exchanged,
    ({ one }) => `The bounds of a ${one} window that ends before it starts are exchanged.`,
    {
      "labels-inverted-window-exchanged": "labels.filter.combined",
      "shipments-inverted-window-exchanged": "shipments.filter.combined",
      "reports-inverted-window-exchanged": "reports.filter.combined",
    },
  ),
  ...perList(bounds.wideWindowsCut, ({ one }) => `A ${one} window is cut to its first 31 days.`, {
    "labels-wide-windows-cut": "labels.filter.combined",
    "shipments-wide-windows-cut": "shipments.filter.combined",
  }),
  ...perList(
    bounds.startAloneIsAMonth,
    ({ one }) => `A ${one} list since a time, without an end, ends 31 days later.`,
    {
      "labels-start-alone-is-a-month": "labels.filter.created_at_start",
      "shipments-start-alone-is-a-month": "shipments.filter.created_at_start",
      "reports-start-alone-is-a-month": "reports.filter.created_at_start",
    },
  ),
  ...perList(
    (list) => bounds.farIgnored(list),
    ({ one }) => `Bounds that are five years away or more are ignored in the ${one} list.`,
    {
      "labels-far-bounds-ignored": "labels.filter.created_at_start",
      "shipments-far-bounds-ignored": "shipments.filter.created_at_end",
      "reports-far-bounds-ignored": "reports.filter.created_at_start",
    },
  ),
  ...perList(
    (list) => bounds.exclusiveInWindow(list, "created_at_end"),
    ({ one }) => `A ${one} exactly at created_at_end is left out when there is a start too.`,
    {
      "labels-created_at_end-exclusive-in-window": "labels.filter.created_at_end.inclusive",
      "reports-created_at_end-exclusive-in-window": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...perList(
    (list) => bounds.exclusiveInWindow(list, "created_at_start"),
    ({ one }) => `A ${one} exactly at created_at_start is left out when there is an end too.`,
    {
      "labels-created_at_start-exclusive-in-window": "labels.filter.created_at_start.inclusive",
      "reports-created_at_start-exclusive-in-window": "reports.filter.created_at_start.inclusive",
    },
  ),
  ...perList(
    (list) => bounds.exclusiveInMoment(list, "created_at_end"),
    ({ one }) => `A window from a moment to the same moment holds no ${one}.`,
    {
      "labels-moment-empty": "labels.filter.created_at_end.inclusive",
      "reports-moment-empty": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...perList(
    (list) => bounds.exclusiveInSameText(list, "created_at_end"),
    ({ one }) => `A window whose two bounds are the same text holds no ${one}.`,
    {
      "labels-same-bounds-empty": "labels.filter.created_at_end.inclusive",
      "reports-same-bounds-empty": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...perParameter(
    bounds.farIgnored,
    ({ one, parameter }) => `The ${one} list ignores ${parameter} if it is five years away or more.`,
    {
      "labels-created_at_start-ignored-from-afar": "labels.filter.created_at_start",
      "shipments-created_at_end-ignored-from-afar": "shipments.filter.created_at_end",
      "reports-created_at_start-ignored-from-afar": "reports.filter.created_at_start",
    },
  ),
  ...perParameter(
    bounds.byDay,
    ({ one, parameter }) => `The ${one} list looks at the day of ${parameter} alone.`,
    {
      "labels-created_at_start-by-day": "labels.filter.created_at_start",
      "labels-created_at_end-by-day": "labels.filter.created_at_end",
      "shipments-created_at_start-by-day": "shipments.filter.created_at_start",
      "shipments-created_at_end-by-day": "shipments.filter.created_at_end",
      "shipments-modified_at_start-by-day": "shipments.filter.modified_at_start",
      "shipments-modified_at_end-by-day": "shipments.filter.modified_at_end",
      "reports-created_at_start-by-day": "reports.filter.created_at_start",
      "reports-created_at_end-by-day": "reports.filter.created_at_end",
    },
  ),
  ...perParameter(
    bounds.secondLater,
    ({ one, parameter }) => `The ${one} list adds a second to ${parameter}.`,
    {
      "labels-created_at_end-second-later": "labels.filter.created_at_end",
      "shipments-created_at_end-second-later": "shipments.filter.created_at_end",
      "shipments-modified_at_end-second-later": "shipments.filter.modified_at_end",
      "reports-created_at_end-second-later": "reports.filter.created_at_end",
    },
  ),
  ...perParameter(
    (list, bound) => bounds.exclusive(list, bound),
    ({ one, parameter }) => `A ${one} exactly at ${parameter} is left out.`,
    {
      "labels-created_at_start-exclusive": "labels.filter.created_at_start.inclusive",
      "labels-created_at_end-exclusive": "labels.filter.created_at_end.inclusive",
      "reports-created_at_start-exclusive": "reports.filter.created_at_start.inclusive",
      "reports-created_at_end-exclusive": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...perParameter(
    bounds.exclusiveWithOffset,
    ({ one, parameter }) => `A ${one} exactly at ${parameter} is left out when the bound has an offset.`,
    {
      "labels-created_at_start-exclusive-with-offset": "labels.filter.created_at_start.inclusive",
      "labels-created_at_end-exclusive-with-offset": "labels.filter.created_at_end.inclusive",
      "reports-created_at_start-exclusive-with-offset": "reports.filter.created_at_start.inclusive",
      "reports-created_at_end-exclusive-with-offset": "reports.filter.created_at_end.inclusive",
    },
  ),
  ...perParameter(
    bounds.exclusiveWithoutFraction,
    ({ one, parameter }) => `A ${one} exactly at ${parameter} is left out when the bound has no fraction.`,
    {
      "labels-created_at_start-exclusive-without-fraction": "labels.filter.created_at_start.inclusive",
      "reports-created_at_start-exclusive-without-fraction": "reports.filter.created_at_start.inclusive",
    },
  ),
];
