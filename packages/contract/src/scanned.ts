/** Marks an address as opened by scanning the payment code. */
export const SCANNED_QUERY = 'via=qr';

/** A path with what its address says besides. Where one came by scanning the payment code, it goes on saying so. */
export function scannedPath(path: string, isScanned: boolean, ...said: readonly string[]): string {
  const query = [...(isScanned ? [SCANNED_QUERY] : []), ...said].join('&');
  return query === '' ? path : `${path}?${query}`;
}
