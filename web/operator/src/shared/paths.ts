/** The paths below `/operator` that are known without a session; those of the pages are in the register (`app/pages.tsx`). */
export const PATHS = {
  home: '/',
  signIn: '/sign-in',
  setUp: '/set-up',
} as const;
