/** A message that is tried again for so long deserves a look; what was given up longer ago is history. Apart from the schemas, as the first page shows them. */
export const MESSAGE_DELAYED_AFTER_MIN = 10;
export const MESSAGE_FAILED_WITHIN_DAYS = 7;
