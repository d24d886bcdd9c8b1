import type { TicketInfo } from '@moqi/api/open-sign'

const passed = new Map<string, TicketInfo>()

/** The landing page of a ticket was shown, and one has gone on. */
export function passLanding(ticket: string, info: TicketInfo): void {
  passed.set(ticket, info)
}

/** What the landing page of a ticket has shown before the application took over. */
export const landingPassed = (ticket: string): TicketInfo | undefined => passed.get(ticket)
