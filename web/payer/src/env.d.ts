/** The paths of the payer's calls, taken from the contract's call table when the pages are built. */
declare module 'virtual:call-paths' {
  export const checkoutView: string;
  export const checkoutAuthorise: string;
  export const checkoutPay: string;
  export const checkoutAbandon: string;
  export const checkoutEvents: string;
  export const faceEnrolDocument: string;
  export const faceEnrolSelfie: string;
  export const faceFrame: string;
  export const faceSession: string;
  export const walletChallenge: string;
  export const walletLogin: string;
  export const walletLogout: string;
  export const walletOverview: string;
  export const walletPasskeyRequest: string;
  export const walletPasskeyLogin: string;
  export const walletPasskeyCreation: string;
  export const walletPasskeyAdd: string;
  export const checkoutPasskeyRequest: string;
  export const checkoutAuthorisePasskey: string;
}
