import { X509Certificate } from 'node:crypto'
import type { companySeal } from '@moqi/api/company-seal'
import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { purposeTable } from '@moqi/domain/seals/company-seal'
import { sealColorLabels } from '@moqi/domain/seals/seal-colors'
import { sealLogVerbs } from '@moqi/domain/seals/seal-log-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Selectable } from 'kysely'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import { type ArchiveItem, packArchive } from '#src/platform/archive-file.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'

type Seal = Selectable<Schema['seal']>
type Line = Pick<Selectable<Schema['seal_log']>, 'at' | 'who' | 'verb' | 'detail'> & { code: string | null }
type Owned = { companyName: string; creditCode: string; legalName: string | null }
type Column<Row> = readonly [title: string, width: number, text: (row: Row) => string]

const mostLines = 50_000
const moment = (at: number | null) => (at === null ? '' : formatDate(at, '{y}-{m}-{d} {h}:{i}:{s}'))

/**
 * All that the filing of a company's electronic seals asks for (《电子印章管理办法》第十七、十八条), in one zip: the
 * seals with owner, picture and certificate, and every making, stop, resumption and cancellation. The log says so.
 */
export const exportSealFiling: Handler<typeof companySeal.exportSealFiling> = async (deps, member) => {
  const { tenantId } = member
  const owner = await deps.db.directory((directory) => companyIdentity(directory, tenantId))
  if (!owner) throw new Refusal('space/not-authenticated')
  const filed = await deps.db.read(tenantId, async (tenant) => ({
    seals: await sealsOf(tenant, tenantId),
    lines: await linesOf(tenant, tenantId),
    certificates: await certificatesOf(tenant, tenantId),
  }))
  const bytes = await packArchive(filesOf(deps, owner, filed))
  const line = { tenantId, sealId: null, verb: 'export', detail: `共${filed.seals.length}枚` } as const
  await deps.db.write(tenantId, (tx) => addSealLog(deps, tx, member, line))
  const fileName = `印章备案材料-${owner.companyName}-${formatDate(deps.now(), '{y}{m}{d}')}.zip`
  return { bytes, type: 'application/zip', etag: deps.newId(), fileName }
}

type Filed = { seals: Seal[]; lines: Line[]; certificates: { serial: string; certificate: Buffer }[] }

async function* filesOf({ blobs }: Pick<Deps, 'blobs'>, owner: Owned, filed: Filed): AsyncGenerator<ArchiveItem> {
  const { seals, lines, certificates } = filed
  yield { name: '印章信息.xlsx', bytes: sheetOf('印章信息', sealColumns(owner, certificates), seals) }
  yield { name: '变更记录.xlsx', bytes: sheetOf('变更记录', lineColumns, lines) }
  for (const seal of seals) yield { name: `印章图样/${pictureOf(seal)}`, bytes: await blobs.get(seal.png_sha256) }
  for (const { serial, certificate } of certificates) yield { name: `数字证书/${serial}.cer`, bytes: certificate }
}

const pictureOf = ({ code, seal_id }: Seal): string => `${code ?? seal_id}.png`

function sheetOf<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Buffer {
  return writeSpreadsheet({
    name,
    widths: columns.map(([, width]) => width),
    rows: [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, , text]) => text(row)))],
  })
}

function sealColumns(owner: Owned, certificates: Filed['certificates']): Column<Seal>[] {
  const newest = certificates[0] && new X509Certificate(certificates[0].certificate)
  return [
    ['印章编码', 18, ({ code }) => code ?? ''],
    ['印章名称', 24, ({ name }) => name],
    ['印章类型', 16, ({ purpose }) => purposeTable[purpose ?? 'other'].label],
    ['印章所有者', 36, () => owner.companyName],
    ['统一社会信用代码', 22, () => owner.creditCode],
    ['法定代表人', 14, () => owner.legalName ?? ''],
    ['防伪编码', 18, ({ design }) => design?.code ?? ''],
    ['规格（毫米）', 14, ({ width, height }) => `${width}×${height}`],
    ['颜色', 10, ({ color }) => sealColorLabels[color]],
    ['制作时间', 20, ({ created_at }) => moment(created_at)],
    ['状态', 10, ({ status }) => sealStateLabels[status]],
    ['状态说明', 30, ({ state_reason }) => state_reason ?? ''],
    ['状态变更时间', 20, ({ state_at }) => moment(state_at)],
    ['有效期至', 20, ({ expire_at }) => moment(expire_at)],
    ['图样文件', 26, pictureOf],
    ['图样SHA-256', 66, ({ png_sha256 }) => png_sha256],
    ['数字证书序列号', 36, () => certificates[0]?.serial ?? '尚未签发（首次签署时签发）'],
    ['证书颁发者', 36, () => newest?.issuer.replaceAll('\n', '，') ?? ''],
  ]
}

const lineColumns: readonly Column<Line>[] = [
  ['时间', 20, ({ at }) => moment(at)],
  ['印章编码', 18, ({ code }) => code ?? '全部印章'],
  ['变更', 18, ({ verb }) => sealLogVerbs[verb]],
  ['说明', 50, ({ detail }) => detail ?? ''],
  ['操作人', 16, ({ who }) => who],
]

const sealsOf = (tenant: Db, tenantId: string): Promise<Seal[]> =>
  tenant
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'is', null)
    .where('status', '<>', 'deleted')
    .orderBy('seal_id')
    .selectAll()
    .execute()

const linesOf = (tenant: Db, tenantId: string): Promise<Line[]> =>
  tenant
    .selectFrom('seal_log as l')
    .leftJoin('seal as s', (join) => join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.seal_id', '=', 'l.seal_id'))
    .where('l.tenant_id', '=', tenantId)
    .orderBy('l.log_id', 'desc')
    .limit(mostLines)
    .select(['l.at', 'l.who', 'l.verb', 'l.detail', 's.code'])
    .execute()

/** Those it has signed with, newest first. */
const certificatesOf = (tenant: Db, tenantId: string): Promise<Filed['certificates']> =>
  tenant
    .selectFrom('signing_certificate')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .select(['serial', 'certificate'])
    .execute()
