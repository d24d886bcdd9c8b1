import type { Delivery } from '@moqi/api/delivery'
import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation } from '@tanstack/react-query'
import { Copy, Mail, MessageSquare } from 'lucide-react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { PartyChip, partyColour } from '../../kit/party/party-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { info, success } from '../../ui/toast-store.ts'
import { deliveryStates } from './delivery-states.ts'
import { useDeliveries } from './use-deliveries.ts'
import './delivery-list.css'

/** Whether each party was reached, for the initiator of a contract that is being signed: link, SMS and mails. */
export function DeliveryList({ detail }: { detail: SignDetail }) {
  const { signId, signerArray } = detail
  const { data, error, isFetching, refetch } = useDeliveries(signId)
  const resend = useMutation({
    mutationFn: (messageId: string) => call('resendDelivery', { signId, messageId }),
    async onSuccess() {
      success('已重新发送')
      await refetch()
    },
    onError: showRefusal,
  })
  if (error && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <Skeleton rows={3} height={32} />
  const parties = signerArray.filter(
    ({ signerNo }) =>
      data.linkArray.includes(signerNo) || data.deliveryArray.some((delivery) => delivery.signerNo === signerNo),
  )
  if (parties.length === 0) return null
  return (
    <section className="deliveries" aria-labelledby="deliveries">
      <h2 id="deliveries" className="h2">
        通知送达
      </h2>
      <ul>
        {parties.map(({ signerNo, signerName, companyName }) => (
          <li key={signerNo} className="delivery-party">
            <div className="delivery-head">
              <PartyChip party={partyColour(signerNo)} name={signerName} company={companyName ?? undefined} />
              {data.linkArray.includes(signerNo) && (
                <CopyLink signId={signId} signerNo={signerNo} label={`复制签署链接：${signerName}`} />
              )}
            </div>
            <ol>
              {data.deliveryArray
                .filter((delivery) => delivery.signerNo === signerNo)
                .map((delivery) => (
                  <DeliveryLine
                    key={delivery.messageId}
                    delivery={delivery}
                    busy={resend.isPending && resend.variables === delivery.messageId}
                    onResend={() => resend.mutate(delivery.messageId)}
                  />
                ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  )
}

type DeliveryLineProps = { delivery: Delivery; busy: boolean; onResend: () => void }

function DeliveryLine({ delivery, busy, onResend }: DeliveryLineProps) {
  const { channel, label, recipient, deliveryState, fault, changeTime, resendable } = delivery
  const [tone, word] = deliveryStates[deliveryState]
  return (
    <li className="delivery">
      <span className="delivery-what">
        {channel === 'sms' ? <MessageSquare size={16} /> : <Mail size={16} />}
        <span>
          {channel === 'sms' ? '短信' : '邮件'}　{label}
          <span className="small muted num delivery-whom">
            {recipient}　{formatDate(changeTime, '{m}-{d} {h}:{i}')}
          </span>
        </span>
      </span>
      <span className="delivery-state">
        <Tag tone={tone}>{word}</Tag>
        {fault && <span className="small fault">{fault}</span>}
      </span>
      {resendable === 1 && (
        <Button size="s" busy={busy} onClick={onResend}>
          重新发送
        </Button>
      )}
    </li>
  )
}

type CopyLinkProps = { signId: string; signerNo: number; label: string }

/** The link still asks for the party's own phone; where the clipboard is shut, it is shown to be taken by hand. */
function CopyLink({ signId, signerNo, label }: CopyLinkProps) {
  const taking = useMutation({
    mutationFn: async () => {
      const { url } = await call('copyPartyLink', { signId, signerNo })
      try {
        await navigator.clipboard.writeText(url)
        success('签署链接已复制，对方打开后需验证手机号')
        return null
      } catch {
        info('请长按或按 Ctrl+C 复制链接')
        return url
      }
    },
    onError: showRefusal,
  })
  return (
    <>
      <Button size="s" aria-label={label} busy={taking.isPending} onClick={() => taking.mutate()}>
        <Copy size={16} />
        复制签署链接
      </Button>
      {taking.data && (
        <input
          className="delivery-link"
          readOnly
          aria-label="签署链接"
          value={taking.data}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  )
}
