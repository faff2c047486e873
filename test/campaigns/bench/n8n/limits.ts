/** Settings of the simulator under which only n8n itself bounds the speed. */
export const NO_LIMITS = { requestsPerSecond: 0, channelRequests: 0 };
