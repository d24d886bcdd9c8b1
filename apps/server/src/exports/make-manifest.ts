import { type ExportManifest, exportPaths, manifestKey } from '@moqi/evidence/export/export-manifest'
import { formatDate } from '@moqi/domain/time/format-date'
import { hash } from 'node:crypto'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import type { Fact, ReportContent } from '@moqi/evidence/report/report-content'
import type { Deps } from '#src/platform/deps.ts'
import { packPiece, type Piece, piecesOf } from './export-pieces.ts'
import type { ExportRow } from './export-rows.ts'
import { placeOf } from './while-running.ts'

/** What the lists of an archive come to. */
export type ListFacts = Pick<ExportManifest, 'lists' | 'files' | 'bytes'>

const noFields = { signatures: [], stamps: [], crossPageSeals: [], texts: [] }

/** The manifest with its PDF, signed by the platform; `etag` names the archive. */
export async function manifestPiece(
  deps: Deps,
  row: ExportRow,
  facts: ListFacts,
): Promise<{ piece: Piece; etag: string }> {
  const manifest = await manifestOf(deps, row, facts)
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
  const pdf = await deps.workshop.typeset({
    ...contentOf(deps, manifest),
    catalog: { [manifestKey]: hash('sha256', bytes) },
  })
  const { increment, awaitingTimestamp } = await deps.freezer.freeze(pdf, noFields)
  if (awaitingTimestamp) deps.log('manifest without time-stamp', { exportId: row.export_id })
  const signature = Buffer.concat([pdf, increment])
  const piece = packPiece([
    [exportPaths.manifest, bytes],
    [exportPaths.signature, signature],
  ])
  return { piece, etag: hash('sha256', signature) }
}

async function manifestOf(deps: Pick<Deps, 'db' | 'now'>, row: ExportRow, facts: ListFacts): Promise<ExportManifest> {
  const place = placeOf(row)
  const company = await deps.db.directory((directory) => companyIdentity(directory, place.tenantId))
  const leftOut = await deps.db.read(place.tenantId, (tenant) =>
    piecesOf(tenant, place).where('left_out', '=', true).select(['contract_no', 'subject']).execute(),
  )
  return {
    format: 'moqi export 1',
    exportId: row.export_id,
    madeAt: deps.now(),
    company: { name: company?.companyName ?? '', creditCode: company?.creditCode ?? null },
    contracts: row.contracts - leftOut.length,
    files: facts.files,
    bytes: facts.bytes,
    lists: facts.lists,
    leftOut: leftOut.map(({ contract_no, subject }) => ({ contractNo: contract_no ?? '', subject: subject ?? '' })),
  }
}

function contentOf(
  { config, authority }: Pick<Deps, 'config' | 'authority'>,
  manifest: ExportManifest,
): Omit<ReportContent, 'catalog'> {
  const { company, contracts, files, bytes, leftOut, exportId, madeAt } = manifest
  return {
    brand: config.brand,
    title: '数据导出清单',
    subject: company.name,
    number: exportId,
    notice: authority.notice,
    cover: [
      ['导出编号', exportId],
      ['统一社会信用代码', company.creditCode ?? '—'],
      ['合同', `${contracts}份`],
      ['文件', `${files}个，${bytes}字节`],
      ['导出时间', formatDate(madeAt)],
    ],
    conclusion: {
      text:
        leftOut.length > 0 ? `另有${leftOut.length}份合同无法读取，不在包中` : '全部已完成的合同均在包中，逐份核对无误',
      good: leftOut.length === 0,
    },
    sections: [
      {
        title: '清单',
        blocks: [
          { kind: 'hashes', rows: manifest.lists.slice(0, 40).map(({ path, sha256 }): Fact => [path, sha256]) },
          {
            kind: 'note',
            text: '每个清单列出一部分文件的 SHA-256，解压后可用 sha256sum -c manifest/*.txt 核对。全部清单见 manifest.json，本文件的签名覆盖它的指纹。',
          },
        ],
      },
    ],
  }
}
