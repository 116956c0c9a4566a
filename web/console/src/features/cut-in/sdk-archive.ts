/** Where the SDK's package lies beside the console's files, and its checksum as npm notes it. The build fills both in. */
export const SDK_ARCHIVE: { readonly path: string; readonly integrity: string } = { path: '', integrity: '' };
