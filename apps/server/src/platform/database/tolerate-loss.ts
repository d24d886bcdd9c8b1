import type pg from 'pg'

/** A lost connection fails its query, and an idle one is replaced; the events must not end the process. */
export function tolerateLoss(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}
