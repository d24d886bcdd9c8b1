/** The queries about one's own sessions, devices and sign-ins. */
export const signInKeys = {
  keys: ['own-keys'],
  sessions: ['own-sessions'],
  devices: ['own-devices'],
  log: (cursor: string | null) => ['own-sign-ins', cursor],
} as const
