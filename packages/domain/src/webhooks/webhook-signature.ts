/** Headers of an event, in lower case as HTTP/2 has them. */
export const webhookHeaders = {
  appId: 'x-moqi-app-id',
  eventId: 'x-moqi-event-id',
  timestamp: 'x-moqi-timestamp',
  signature: 'x-moqi-signature',
} as const

/** The text whose HMAC-SHA256 an event carries: when it is sent, ms in digits, and the body as it is sent. */
export const webhookStringToSign = (timestamp: string, body: string): string => `${timestamp}\n${body}`
