import type { SignatureRecord } from '@moqi/api/signature-record'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { useSpace } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { ContractCell, HashCell, RecordCard, SealCell, TimeCell, WillCell } from './record-cells.tsx'
import { askedOf, momentsOf, useRecordFilter } from './record-filter.ts'
import { RecordFilters } from './record-filters.tsx'
import { RecordPage } from './record-page.tsx'

const columns: readonly PlainColumn<SignatureRecord>[] = [
  { title: '印章', width: 168, render: (record) => <SealCell record={record} /> },
  { title: '使用人', width: 104, render: (record) => <TwoLines name={record.signerName} /> },
  { title: '合同', render: (record) => <ContractCell record={record} linked /> },
  { title: '用印时间', width: 112, render: (record) => <TimeCell at={record.signTime} /> },
  { title: '用印审批', width: 104, render: (record) => <Approval record={record} /> },
  { title: '意愿认证/证书', width: 152, render: (record) => <WillCell record={record} /> },
  { title: '文件指纹', width: 168, shownFrom: 'desktop', render: (record) => <HashCell sha256={record.sha256} /> },
]

/** The letter by which whoever is no administrator has the seal. */
const grantWords = ({ grantNo }: SignatureRecord): string =>
  grantNo === null ? '' : grantNo === '' ? '未签授权书' : grantNo

const Approval = ({ record }: { record: SignatureRecord }) =>
  record.disputeTime === null ? (
    <TwoLines name={record.approvalId === null ? '无需审批' : '已审批'} company={grantWords(record)} />
  ) : (
    <Tag tone="seal">已报告异议</Tag>
  )

/** Every use of a seal or signature in the present space (checklist R33). */
export function SpaceSignaturesPage() {
  const asking = useRecordFilter()
  const { filter } = asking
  const space = useSpace((state) => state.current)
  const { start, end } = momentsOf(filter)
  const asked = {
    ...askedOf(filter, ['keyword', 'sealName', 'signerName']),
    ...(start !== undefined && { signTimeStart: start }),
    ...(end !== undefined && { signTimeEnd: end }),
  }
  const exporting = useMutation({
    mutationFn: () => callBlob('exportSignatureRecords', asked),
    onSuccess: (blob) => saveBlob(blob, '用印记录.csv'),
    onError: (fault) => showRefusal(fault),
  })
  return (
    <>
      <MeActs>
        <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
          <Download size={16} />
          导出
        </Button>
      </MeActs>
      {space?.isSpaceOwner !== 'yes' && <p className="record-note">这里只有您本人的记录，全部记录请联系企业管理员。</p>}
      <RecordFilters
        asking={asking}
        fields={[
          { name: 'sealName', label: '印章' },
          { name: 'signerName', label: '使用人' },
        ]}
        days="用印时间"
      />
      <RecordPage
        asking={asking}
        queryKey={['signatures', space?.tenantId ?? '']}
        read={async (cursor, signal) => {
          const input = { ...asked, cursor, pageSize: filter.pageSize }
          const { recordArray, nextCursor } = await call('listSignatureRecords', input, { signal })
          return { rows: recordArray, nextCursor }
        }}
        columns={columns}
        rowKey={({ recordId }) => recordId}
        renderCard={(record) => <RecordCard record={record} actions={null} />}
        empty="暂无用印记录"
        labelledBy="me-title"
      />
    </>
  )
}
