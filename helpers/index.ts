/** What the package offers to code: configurations with types, and the reference service for tests of one's own. */

export { createReferenceService, type ReferenceOptions, type ReferenceService } from "./reference/service.js";
export { defineConfig, type PlimsollConfig } from "./target/config.js";
export type { Provision, ProvisionHook, ProvisionTarget } from "./target/provision.js";
