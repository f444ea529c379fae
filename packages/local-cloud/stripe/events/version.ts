/** The API version that stripe-node 23.1.0 sends, and the only one that is answered. */
export const API_VERSION = '2026-10-28.endive'
