import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { certificateKinds, serialText } from '@moqi/domain/operators/certificate'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Proposals } from '../../kit/operator/proposals.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { StateTag } from './certificate-words.tsx'
import { RevokeSheet } from './revoke-sheet.tsx'
import './certificates.css'

/** A certificate with all that is shown of it. */
export type Detail = Output<Table['getRegisteredCertificate']>

/** One certificate: its chain, what was signed with it in numbers, what has become of it. */
export function CertificatePage() {
  const [params] = useSearchParams()
  const certificateId = params.get('certificateId') ?? ''
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'certificate', certificateId],
    queryFn: ({ signal }) => call('getRegisteredCertificate', { certificateId }, { signal, quiet: true }),
    retry: false,
  })
  const isGone = unread.error instanceof CallRefusal && unread.error.reason === 'certificate/not-found'
  return (
    <RoomFrame title={data ? `${data.holder}的证书` : '证书'}>
      <p className="cert-back">
        <Link className="link" to="/certificates">
          全部证书
        </Link>
      </p>
      {data && <Certificate certificate={data} />}
      {isGone && (
        <div className="card">
          <EmptyState title="没有这张证书" hint="USBKey可能已解除绑定，或编号不完整" />
        </div>
      )}
      {!data && !isGone && <UnreadRecords {...unread} />}
    </RoomFrame>
  )
}

function Certificate({ certificate }: { certificate: Detail }) {
  const [revoking, setRevoking] = useState(false)
  const { tenantId, certificateState } = certificate
  return (
    <div className="cert">
      <Proposals tenantId={tenantId} />
      <section className="card cert-part" aria-labelledby="cert-what">
        <div className="cert-head">
          <h2 className="h2" id="cert-what">
            <code className="cert-serial">{serialText(certificate.serialNumber)}</code>
          </h2>
          <StateTag state={certificateState} />
          {certificateState !== 'revoked' && (
            <Button variant="danger" onClick={() => setRevoking(true)}>
              <Ban size={16} />
              吊销…
            </Button>
          )}
        </div>
        <Facts className="cert-facts" facts={factsOf(certificate)} />
      </section>
      <Chain certificate={certificate} />
      <Log certificate={certificate} />
      {revoking && <RevokeSheet certificate={certificate} onClose={() => setRevoking(false)} />}
    </div>
  )
}

const factsOf = (one: Detail) =>
  [
    ['持有人', one.holder],
    ['类型', certificateKinds[one.certificateKind]],
    [
      '空间',
      <Link key="space" className="link" to={tenantPath(one.tenantId)}>
        {one.spaceName}
      </Link>,
    ],
    ['有效期', `${formatDate(one.validFrom)} 至 ${formatDate(one.validTo)}`],
    [
      '签发方',
      `${one.issuer}${one.isListed === 1 ? '（内置CA，吊销后写入吊销列表）' : '（外部CA，吊销须另行通知该CA）'}`,
    ],
    ['签署过', `${one.contractNumber}份合同，${one.signatureNumber}次用印${lastOf(one)}`],
    [
      'SHA-256指纹',
      <code key="print" className="cert-print">
        {one.fingerprint}
      </code>,
    ],
  ] as const

const lastOf = ({ signTime }: Detail) => (signTime === null ? '' : `，最近一次 ${formatDate(signTime)}`)

const Chain = ({ certificate: { chainArray } }: { certificate: Detail }) => (
  <section className="card cert-part" aria-labelledby="cert-chain">
    <h2 className="h2" id="cert-chain">
      证书链
    </h2>
    {chainArray.length === 0 ? (
      <p className="muted">证书已不在本平台，查不到证书链</p>
    ) : (
      <ol className="cert-chain">
        {chainArray.map(({ subject, serialNumber, validFrom, validTo }) => (
          <li key={serialNumber}>
            <b className="cert-word">{subject}</b>
            <code className="cert-serial small muted">{serialText(serialNumber)}</code>
            <span className="small muted num">
              {formatDate(validFrom, '{y}-{m}-{d}')} 至 {formatDate(validTo, '{y}-{m}-{d}')}
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const Log = ({ certificate: { logArray } }: { certificate: Detail }) => (
  <section className="card cert-part" aria-labelledby="cert-log">
    <h2 className="h2" id="cert-log">
      记录
    </h2>
    <ol className="cert-log">
      {logArray.map(({ time, who, label, detail }) => (
        <li key={`${time} ${label}`}>
          <span className="num muted">{formatDate(time)}</span>
          <span className="cert-word">
            <b>{label}</b>
            {detail && <span className="cert-word">{detail}</span>}
          </span>
          <span className="muted cert-word">{who}</span>
        </li>
      ))}
    </ol>
  </section>
)
