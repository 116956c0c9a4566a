/** The usual view of what waits for staff: the oldest first. */
export const WAITING_REVIEWS = { sort_order: 'asc' } as const;
/** That of what waits for a second person. */
export const WAITING_APPROVALS = { state: 'pending', sort_order: 'asc' } as const;
/** That of what arrived on chains: what is held and waits for staff. */
export const HELD_DEPOSITS = { waits_for: 'staff', sort_order: 'asc' } as const;
