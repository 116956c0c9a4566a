/** The console's version; a console that finds another on the server asks its user to load it anew. */
export const CONSOLE_VERSION = '0.1.0';
