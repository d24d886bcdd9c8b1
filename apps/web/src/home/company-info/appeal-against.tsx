import { appealReasons } from '@moqi/domain/spaces/appeal-lifecycle'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormFault } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success } from '../../ui/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import './appeal-against.css'

const minute = '{y}-{m}-{d} {h}:{i}'

/** That somebody else wants the company's administration, for whoever has it; nothing while nobody does. */
export function AppealAgainst({ tenantId }: { tenantId: string }) {
  const { data } = useQuery({
    queryKey: ['appeal-against', tenantId],
    queryFn: ({ signal }) => call('getAppealAgainst', {}, { signal, tenantId, quiet: true }),
  })
  const now = useNow()
  const appeal = data?.appeal
  if (!appeal) return null
  const { appealState, objection, objectUntil } = appeal
  const mayObject = appealState === 'open' && now < objectUntil
  return (
    <section className="card appeal-against" aria-labelledby="appeal-against">
      <h2 id="appeal-against" className="h2">
        有人要求成为本企业的管理员
      </h2>
      <p>
        {mayObject
          ? `如不同意，请在 ${formatDate(objectUntil, minute)} 前提出异议。期满未提出的，平台按申诉人的材料审核。`
          : '平台正在审核。获准后管理员变更，您仍是企业成员，原有印章授权全部失效。'}
      </p>
      <Facts
        className="facts"
        facts={[
          ['申诉人', `${appeal.appellantName}　${appeal.appellantPhone}`],
          ['申诉原因', appealReasons[appeal.appealReason]],
          ['情况说明', appeal.statement],
          ['提交时间', formatDate(appeal.submitTime, minute)],
          ...(objection === null ? [] : [['您的异议', objection] as const]),
        ]}
      />
      {mayObject && <Objecting tenantId={tenantId} appealId={appeal.appealId} />}
    </section>
  )
}

function Objecting({ tenantId, appealId }: { tenantId: string; appealId: string }) {
  const [objection, setObjection] = useState('')
  const { form, faults, show } = useFaults<'objection' | 'form'>()
  const keyOf = useRepeatKey()
  const { busy, submit } = useSubmit({
    show,
    check: () => (checkReason(objection).ok ? {} : { objection: '请写明异议理由(2-200字)' }),
    send: async () => {
      const asked = { appealId, objection }
      await call('objectToAppeal', asked, { key: keyOf(asked), tenantId })
      success('异议已提交')
      await queryClient.invalidateQueries({ queryKey: ['appeal-against'] })
    },
    read: (fault) => {
      if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
      return { [fault.data.field === 'objection' ? 'objection' : 'form']: fault.message }
    },
  })
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="提出异议">
      <FormFault>{faults.form}</FormFault>
      <TextArea
        label="异议理由"
        rows={3}
        maxLength={200}
        placeholder="如：本人仍在职，申诉人未获法定代表人授权"
        value={objection}
        error={faults.objection}
        onChange={(event) => setObjection(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        提出异议
      </Button>
    </form>
  )
}
