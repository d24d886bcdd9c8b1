import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { inFours } from '../../ui/in-fours.ts'

type Certificate = Output<Table['getOwnCertificates']>['certificateArray'][number]

const states = {
  valid: ['green', '有效'],
  expired: ['grey', '已过期'],
  revoked: ['seal', '已吊销'],
} as const

/** The newest certificate of the present space; there is none before the first signature. */
export function CertificateCard() {
  const { data, isPending } = useQuery({
    queryKey: ['own-certificates'],
    queryFn: ({ signal }) =>
      call('getOwnCertificates', {}, { signal }).then(({ certificateArray }) => certificateArray),
  })
  const newest = data?.[0]
  return (
    <section className="card info-cert" aria-labelledby="info-cert" aria-busy={isPending}>
      <div className="spread">
        <h2 id="info-cert" className="h2">
          数字证书
        </h2>
        {newest && <Tag tone={states[newest.certificateStatus][0]}>{states[newest.certificateStatus][1]}</Tag>}
      </div>
      {isPending && <Skeleton rows={4} height={32} />}
      {newest && <Facts className="facts one" facts={factsOf(newest)} />}
      {!isPending && !newest && <p className="muted info-none">首次签署时自动申请，每个签署主体一张证书。</p>}
    </section>
  )
}

const day = (ms: number) => formatDate(ms, '{y}-{m}-{d}')

const factsOf = ({ holder, issuer, serialNumber, validFrom, validTo }: Certificate) => [
  ['证书持有人', holder] as const,
  ['颁发者', issuer] as const,
  ['证书序列号', inFours(serialNumber.toUpperCase())] as const,
  ['有效期', `${day(validFrom)} 至 ${day(validTo)}`] as const,
]
