import type { SignCode, signCode } from '@moqi/api/sign-code'
import { Refusal } from '@moqi/domain/refusal'
import { signCodeClosing } from '@moqi/domain/templates/sign-code'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { drawQrCode } from '#src/platform/draw-qr-code.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { factsOf, type SignCodeRow } from './sign-code-store.ts'

type Showing = Pick<Deps, 'config' | 'now'>

/** The space's codes, of one template when it is named, newest first. */
export const listSignCode: Handler<typeof signCode.listSignCode> = (deps, { tenantId }, input) => {
  const { templateId, cursor, pageSize } = input
  if (templateId !== undefined && !isUuid(templateId)) throw new Refusal('request/invalid')
  const after = readCursor(cursor)
  return deps.db.read(tenantId, async (tenant) => {
    const rows = await codes(tenant, tenantId)
      .$if(templateId !== undefined, (query) => query.where('c.template_id', '=', templateId ?? ''))
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('c.created_at', 'c.code_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('c.created_at', 'desc')
      .orderBy('c.code_id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.created_at, id: row.code_id }))
    return { signCodeArray: page.map((row) => shown(deps, row)), nextCursor }
  })
}

/** One code as its owner sees it. Throws `sign-code/not-found`. Runs in the tenant. */
export async function readSignCode(deps: Showing, tenant: Db, tenantId: string, codeId: string): Promise<SignCode> {
  const row = isUuid(codeId)
    ? await codes(tenant, tenantId).where('c.code_id', '=', codeId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('sign-code/not-found')
  return shown(deps, row)
}

const codes = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('sign_code as c')
    .leftJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.template_id', '=', 'c.template_id'),
    )
    .where('c.tenant_id', '=', tenantId)
    .selectAll('c')
    .select('t.name as template_name')

function shown({ config, now }: Showing, row: SignCodeRow & { template_name: string | null }): SignCode {
  const link = `${config.publicUrl}/c/${row.token}`
  return {
    signCodeId: row.code_id,
    codeName: row.name,
    templateId: row.template_id,
    templateName: row.template_name ?? '',
    codeState: row.state,
    closing: signCodeClosing(factsOf(row), now()),
    cap: row.cap,
    usedNumber: row.used_number,
    several: row.several ? 1 : 0,
    endTime: row.end_at,
    createTime: row.created_at,
    creatorName: row.creator_name,
    link,
    qrcode: drawQrCode(link),
  }
}
