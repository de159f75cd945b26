/** The statuses of the contract's table for successes. */
export const SUCCESS_STATUSES = [200, 201, 204, 207] as const;

/** Those for refusals and failures. */
export const ERROR_STATUSES = [400, 401, 404, 405, 409, 500] as const;
