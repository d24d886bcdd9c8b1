import type { SignatureRecord } from '@moqi/api/signature-record'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { useSpace } from '../../client/space-store.ts'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { useSpaces } from '../../kit/space/use-spaces.ts'
import { ContractCell, HashCell, RecordCard, SealCell, TimeCell, WillCell } from './record-cells.tsx'
import { askedOf, momentsOf, useRecordFilter } from './record-filter.ts'
import { RecordFilters, spaceField } from './record-filters.tsx'
import { RecordPage } from './record-page.tsx'

/** Every signature the person made in any own space, and the way to say 不是我签的 (checklist R35). */
export function OwnSignaturesPage() {
  const asking = useRecordFilter()
  const { filter } = asking
  const { data: spaces = [] } = useSpaces()
  const current = useSpace((state) => state.current)
  const [disputing, setDisputing] = useState<SignatureRecord | null>(null)
  const { start, end } = momentsOf(filter)
  const asked = {
    ...askedOf(filter, ['keyword', 'sealName', 'tenantId']),
    ...(start !== undefined && { signTimeStart: start }),
    ...(end !== undefined && { signTimeEnd: end }),
  }
  const columns: readonly PlainColumn<SignatureRecord>[] = [
    { title: '印章/签署空间', render: (record) => <SealCell record={record} below={record.spaceName} /> },
    {
      title: '合同',
      render: (record) => <ContractCell record={record} linked={record.tenantId === current?.tenantId} />,
    },
    { title: '签署时间', width: 112, render: (record) => <TimeCell at={record.signTime} /> },
    { title: '意愿认证/证书', width: 152, render: (record) => <WillCell record={record} /> },
    { title: '文件指纹', width: 168, shownFrom: 'desktop', render: (record) => <HashCell sha256={record.sha256} /> },
    { title: '操作', width: 136, render: (record) => <Dispute record={record} onDispute={setDisputing} /> },
  ]
  return (
    <>
      <RecordFilters
        asking={asking}
        fields={[spaceField(spaces), { name: 'sealName', label: '印章' }]}
        days="签署时间"
      />
      <RecordPage
        asking={asking}
        queryKey={['signatures', 'own']}
        read={async (cursor, signal) => {
          const input = { ...asked, cursor, pageSize: filter.pageSize }
          const { recordArray, nextCursor } = await call('listOwnSignatures', input, { signal })
          return { rows: recordArray, nextCursor }
        }}
        columns={columns}
        rowKey={({ recordId }) => recordId}
        renderCard={(record) => (
          // A card says at its head that it is disputed.
          <RecordCard
            record={record}
            actions={record.disputeTime === null && <Dispute record={record} onDispute={setDisputing} />}
          />
        )}
        empty="您还没有签署过合同"
        labelledBy="me-title"
      />
      {disputing && <DisputeSheet record={disputing} onClose={() => setDisputing(null)} />}
    </>
  )
}

type DisputeProps = { record: SignatureRecord; onDispute: (record: SignatureRecord) => void }

function Dispute({ record, onDispute }: DisputeProps) {
  if (record.disputeTime !== null) return <Tag tone="seal">已报告异议</Tag>
  return (
    <button
      type="button"
      className="link row"
      aria-label={`不是我签的：${record.taskName}`}
      onClick={() => onDispute(record)}
    >
      <Flag size={16} />
      不是我签的
    </button>
  )
}

const again = () => void queryClient.invalidateQueries({ queryKey: ['signatures'] })

function DisputeSheet({ record, onClose }: { record: SignatureRecord; onClose: () => void }) {
  const { tenantId, recordId } = record
  return (
    <ReasonSheet
      draft={`dispute ${recordId}`}
      question="确定这个签署不是您本人操作吗？"
      consequence={`《${record.taskName}》的操作记录会写明您的报告，空间管理员和平台会立即收到警报。请同时修改登录密码和签署密码。`}
      required={false}
      send={(reason, key) =>
        call('disputeSignature', { tenantId, recordId, ...(reason !== undefined && { reason }) }, { key })
      }
      onDone={() => {
        onClose()
        success('已报告，管理员和平台已收到警报')
        again()
      }}
      onRefused={(refusal) => {
        onClose()
        showRefusal(refusal)
        again()
      }}
      onClose={onClose}
    />
  )
}
