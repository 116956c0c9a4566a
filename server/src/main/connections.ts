/** How many connections each of the two pools of a program's database holds at the most. Staff have ways of their own beside them (`operator-side.ts`). */
export const CONNECTIONS = { api: 8, worker: 4, watcher: 3, signer: 5 } as const;
