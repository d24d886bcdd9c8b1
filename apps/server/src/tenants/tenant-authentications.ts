import type { operatorTenant } from '@moqi/api/tenant'
import { companyWayNames } from '@moqi/domain/identity/company-way'
import { authWayNames } from '@moqi/domain/identity/person-factors'
import type { Handler } from '#src/platform/handlers.ts'

const mostShown = 20

/** How far a space that is looked into is authenticated, since when, and what was tried before, the newest first. */
export const tenantAuthentications: Handler<typeof operatorTenant.tenantAuthentications> = async (
  { db },
  _operator,
  { tenantId },
) =>
  db.directory(async (directory) => {
    const space = await directory
      .selectFrom('space')
      .where('tenant_id', '=', tenantId)
      .select(['authenticated_at', 'auth_id', 'auth_until', 'reject_reason'])
      .executeTakeFirstOrThrow()
    const people = await directory
      .selectFrom('person_auth')
      .where('tenant_id', '=', tenantId)
      .orderBy('created_at', 'desc')
      .limit(mostShown)
      .select(['auth_id', 'auth_way', 'created_at', 'ended_at', 'passed', 'fail_reason'])
      .execute()
    const companies = await directory
      .selectFrom('company_auth')
      .where('tenant_id', '=', tenantId)
      .orderBy('created_at', 'desc')
      .limit(mostShown)
      .select(['auth_id', 'auth_way', 'created_at', 'ended_at'])
      .execute()
    return {
      authTime: space.authenticated_at,
      endTime: space.auth_until,
      rejectReason: space.reject_reason,
      authenticationArray: [
        ...people.map((row) => ({
          authid: row.auth_id,
          wayLabel: authWayNames[row.auth_way],
          startTime: row.created_at,
          endTime: row.ended_at,
          isPassed: row.passed === null ? null : row.passed ? (1 as const) : (0 as const),
          failReason: row.fail_reason,
        })),
        ...companies.map((row) => ({
          authid: row.auth_id,
          wayLabel: companyWayNames[row.auth_way],
          startTime: row.created_at,
          endTime: row.ended_at,
          // The one it passed by is known; of others that ended, that they did not or were overtaken is not told apart.
          isPassed: row.auth_id === space.auth_id ? (1 as const) : null,
          failReason: null,
        })),
      ],
    }
  })
