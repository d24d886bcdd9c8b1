import type { operatorCertificate } from '@moqi/api/operator-certificate'
import { endingMs, isListOld } from '@moqi/domain/operators/certificate'
import { dayMs } from '@moqi/domain/time/civil-date'
import { nameLine } from '@moqi/trust/chains/certificate'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { allCertificates } from './find-certificates.ts'

/** In which the lists come, as they are published. */
const fileNames = ['issuing.crl', 'root.crl'] as const
const recentMs = 30 * dayMs

/** How many certificates there are, and how the revocation lists stand. */
export const certificateNumbers: Handler<typeof operatorCertificate.certificateNumbers> = async (deps) => ({
  ...(await numbers(deps)),
  listArray: await lists(deps),
})

/** How many rows meet a condition. */
const count = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})::int`

async function numbers({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const at = now()
  const row = await db.directory((directory) =>
    allCertificates(directory)
      .select([
        count(sql<boolean>`v.revoked_at is null and r.not_after > ${at}`).as('valid'),
        count(sql<boolean>`v.revoked_at is null and r.not_after > ${at} and r.not_after <= ${at + endingMs}`).as(
          'ending',
        ),
        count(sql<boolean>`v.revoked_at > ${at - recentMs}`).as('revoked'),
      ])
      .executeTakeFirstOrThrow(),
  )
  return { validNumber: row.valid, endingNumber: row.ending, revokedNumber: row.revoked }
}

async function lists({ authority, now }: Pick<Deps, 'authority' | 'now'>) {
  const crls = await authority.crls()
  return crls.flatMap((crl, index) => {
    const fileName = fileNames[index]
    if (fileName === undefined) return []
    const { issuer, number, thisUpdate, nextUpdate = null, revoked } = readRevocationList(crl)
    return [
      {
        issuer: nameLine(issuer),
        fileName,
        listNumber: number ?? '',
        publishTime: thisUpdate,
        nextTime: nextUpdate,
        revokedNumber: revoked.size,
        isOld: isListOld({ madeAt: thisUpdate, nextAt: nextUpdate }, now()) ? (1 as const) : (0 as const),
      },
    ]
  })
}
