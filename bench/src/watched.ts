/** The address that is watched at a place, in its one spelling: it has no letters, whose case would be its checksum. */
export function watchedAddress(place: number): string {
  return `0x1${String(place).padStart(39, '0')}`;
}

/** The same in SQL. */
export const WATCHED_ADDRESS_SQL = (place: string) => `'0x1' || lpad((${place})::text, 39, '0')`;
