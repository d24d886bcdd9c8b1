import type { Input } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { keysOf } from '@moqi/domain/keys-of'
import { checkCallbackAddress } from '@moqi/domain/webhooks/callback-address'
import { type WebhookEvent, webhookEvents } from '@moqi/domain/webhooks/webhook-events'
import { useId } from 'react'
import { call } from '../../client/call.ts'
import { isText, listOf, oneOf } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import '../../kit/form/form-sheet.css'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type WebhookSheetProps = {
  integrationId: string
  callbackUrl: string
  eventArray: readonly WebhookEvent[]
  onDone: () => void
  onClose: () => void
}

const events = keysOf(webhookEvents)
const isEvents = listOf(oneOf(...events))

/** Sets where an integration hears of contracts, and of what; without an address it hears of nothing. */
export function WebhookSheet({ integrationId, callbackUrl, eventArray, onDone, onClose }: WebhookSheetProps) {
  const id = useId()
  const keyOf = useRepeatKey()
  const [url, setUrl] = useKept('callbackUrl', isText, () => callbackUrl)
  const [heard, setHeard] = useKept<WebhookEvent[]>('events', isEvents, () =>
    callbackUrl === '' ? [...events] : [...eventArray],
  )
  const toggle = (event: WebhookEvent, on: boolean) =>
    setHeard(on ? [...heard, event] : heard.filter((one) => one !== event))
  const { form, faultOf, submit, busy } = useSheetForm<'callbackUrl' | 'eventArray', null>({
    check: () => {
      // Whether a plain address will do depends on the operator's own network, which the server knows.
      const address = url.trim() === '' ? null : checkCallbackAddress(url, { plainAllowed: true })
      return {
        ...(address && !address.ok && { callbackUrl: address.message }),
        ...(address && heard.length === 0 && { eventArray: '请至少选择一个事件' }),
      }
    },
    send: () => {
      const eventsHeard = events.filter((event) => heard.includes(event))
      const input: Input<Table['saveWebhook']> = { integrationId, callbackUrl: url.trim(), eventArray: eventsHeard }
      return call('saveWebhook', input, { key: keyOf(input), quiet: true })
    },
    onDone,
    otherwise: 'callbackUrl',
  })
  return (
    <Sheet
      title="回调设置"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            保存
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className="form-sheet" noValidate onSubmit={submit}>
        <Field
          label="回调地址"
          hint="须为 HTTPS 的公网地址，例如 https://oa.example.com/moqi；留空则不再回调，尚未送达的事件一并取消"
          inputMode="url"
          value={url}
          error={faultOf('callbackUrl')}
          data-first
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset className="webhook-events">
          <legend>事件</legend>
          {events.map((event) => (
            <Check
              key={event}
              checked={heard.includes(event)}
              onChange={(change) => toggle(event, change.target.checked)}
            >
              {webhookEvents[event]}
            </Check>
          ))}
          <FormFault>{faultOf('eventArray')}</FormFault>
        </fieldset>
      </form>
    </Sheet>
  )
}
