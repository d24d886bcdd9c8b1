import type { Output } from '@moqi/api/call'
import type { Integration } from '@moqi/api/integration'
import type { Table } from '@moqi/api/table'
import {
  checkIntegrationName,
  integrationLimits,
  type IntegrationScope,
  integrationScopes,
  scopeLabels,
} from '@moqi/domain/integrations/integration-rules'
import { useId } from 'react'
import { call } from '../../client/call.ts'
import { isFlag, isText, listOf, oneOf } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import '../../kit/form/form-sheet.css'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type Saved = Output<Table['saveIntegration']>
type IntegrationSheetProps = {
  /** Null for a new one. */
  integration: Integration | null
  onDone: (saved: Saved) => void
  onClose: () => void
}
type Typed = 'integrationName' | 'scopeArray' | 'addressArray'

const isScopes = listOf(oneOf(...integrationScopes))
const linesOf = (text: string) => text.split(/[\s,，;；]+/).filter(Boolean)

/** Makes an integration, or changes what one may do. */
export function IntegrationSheet({ integration, onDone, onClose }: IntegrationSheetProps) {
  const id = useId()
  const keyOf = useRepeatKey()
  const [integrationName, setName] = useKept('name', isText, () => integration?.integrationName ?? '')
  const [given, setGiven] = useKept<IntegrationScope[]>(
    'scopes',
    isScopes,
    () => integration?.scopeArray ?? ['launch', 'manage', 'read', 'download'],
  )
  const [addresses, setAddresses] = useKept('addresses', isText, () => integration?.addressArray.join('\n') ?? '')
  const [takesOver, takeOver] = useKept('takeOver', isFlag, () => false)
  const toggle = (scope: IntegrationScope, on: boolean) =>
    setGiven(on ? [...given, scope] : given.filter((one) => one !== scope))
  const { form, faultOf, submit, busy } = useSheetForm<Typed, Saved>({
    check: () => {
      const name = checkIntegrationName(integrationName)
      return {
        ...(!name.ok && { integrationName: name.message }),
        ...(given.length === 0 && { scopeArray: '请至少选择一项权限' }),
      }
    },
    send: () => {
      const known = integration && { integrationId: integration.integrationId, version: integration.version }
      const input = {
        ...known,
        integrationName,
        scopeArray: integrationScopes.filter((scope) => given.includes(scope)),
        addressArray: linesOf(addresses),
        takeOver: takesOver ? (1 as const) : (0 as const),
      }
      return call('saveIntegration', input, { key: keyOf(input), quiet: true })
    },
    onDone,
    otherwise: 'integrationName',
  })
  return (
    <Sheet
      title={integration ? '修改应用' : '新建应用'}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {integration ? '保存' : '新建'}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className="form-sheet" noValidate onSubmit={submit}>
        <Field
          label="应用名称"
          maxLength={integrationLimits.nameLength}
          placeholder="例如：OA 办公系统"
          value={integrationName}
          error={faultOf('integrationName')}
          data-first
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="integration-scopes">
          <legend>权限</legend>
          {integrationScopes.map((scope) => (
            <Check
              key={scope}
              checked={given.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            >
              {scopeLabels[scope].title}
              <span className="small muted">{scopeLabels[scope].about}</span>
            </Check>
          ))}
          <FormFault>{faultOf('scopeArray')}</FormFault>
        </fieldset>
        <TextArea
          label="IP 白名单（选填）"
          hint="每行一个地址或网段，例如 203.0.113.0/24；不填则不限制来源"
          value={addresses}
          error={faultOf('addressArray')}
          onChange={(event) => setAddresses(event.target.value)}
        />
        {integration?.memberIsSelf === 0 && (
          <Check checked={takesOver} onChange={(event) => takeOver(event.target.checked)}>
            由我接手：以后以我的名义发起和操作
          </Check>
        )}
        {!integration && <p className="hint">应用以您的名义发起和操作，权限不超过您自己；应用不能签署和用印。</p>}
      </form>
    </Sheet>
  )
}
