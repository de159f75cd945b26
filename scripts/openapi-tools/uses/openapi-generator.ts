/** This generator makes no type of its own for an array. */
import type { WebhooksApi } from "./index";

export * from "./index";
export type WebhookList = Awaited<ReturnType<WebhooksApi["v2ListWebhooks"]>>;
