import type { TemplateInfo, TemplateRow } from '@moqi/api/template'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { resetLaunch } from '../../kit/draft/launch-store.ts'
import { templateKeys } from '../../kit/templates/template-keys.ts'
import './pick-template.css'

/** 从模板创建: opens by itself for the template that the address names (checklist R24). */
export function PickTemplate() {
  const [query] = useSearchParams()
  const named = query.get('templateId')
  const [open, setOpen] = useState(named !== null)
  const [picked, pick] = useState(named)
  const close = () => {
    setOpen(false)
    pick(null)
  }
  return (
    <>
      <Button className="pick-template" onClick={() => setOpen(true)}>
        <LayoutTemplate size={18} />
        从模板创建
      </Button>
      {open && picked === null && <TemplateList onPick={pick} onClose={close} />}
      {open && picked !== null && <Launch templateId={picked} onClose={close} />}
    </>
  )
}

function TemplateList({ onPick, onClose }: { onPick: (templateId: string) => void; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...templateKeys.list(keyword), 'pick'],
    queryFn: ({ signal }) => call('listTemplates', { ...(keyword && { keyword }), pageSize: 50 }, { signal }),
  })
  const rows = data?.templateArray.filter(isLaunchable)
  return (
    <Sheet title="从模板创建" onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
      <SearchField label="模板名称" value={keyword} onSearch={setKeyword} first />
      {isError && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!rows && !isError && <Skeleton rows={4} height={44} />}
      {rows?.length === 0 && (
        <EmptyState title={keyword ? '没有找到模板' : '还没有可用的模板'}>
          <ButtonLink to="/space/templates">管理模板</ButtonLink>
        </EmptyState>
      )}
      <ul className="pick-templates">
        {rows?.map(({ templateId, templateName, roleNameArray }) => (
          <li key={templateId}>
            <button type="button" onClick={() => onPick(templateId)}>
              <b className="clip">{templateName}</b>
              <span className="small muted clip">{roleNameArray.join('、')}</span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

const isLaunchable = ({ ready, templateState }: TemplateRow) => ready === 1 && templateState === 'enabled'

function Launch({ templateId, onClose }: { templateId: string; onClose: () => void }) {
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: templateKeys.one(templateId),
    queryFn: ({ signal }) => call('getTemplate', { templateId }, { signal }),
    staleTime: 0,
  })
  if (data) return <Fill info={data} onClose={onClose} />
  return (
    <Sheet title="从模板创建" onClose={onClose}>
      {isError ? (
        <>
          <p>{error.message}</p>
          <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
        </>
      ) : (
        <Skeleton rows={3} height={44} />
      )}
    </Sheet>
  )
}

/** What the initiator fills in; the parties are for the wizard's next step. */
function Fill({ info, onClose }: { info: TemplateInfo; onClose: () => void }) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [values, setValues] = useState<Record<string, string>>({})
  const [making, setMaking] = useState(false)
  const columns = info.columnArray.filter(({ key }) => key.startsWith('fill.'))
  const make = async () => {
    setMaking(true)
    try {
      const { signId } = await call('makeFromTemplate', { templateId: info.templateId, values })
      const from = query.get('from')
      resetLaunch()
      onClose()
      await navigate(`/temp-create?${new URLSearchParams({ signId, step: 'parties', ...(from && { from }) })}`, {
        replace: true,
      })
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setMaking(false)
    }
  }
  return (
    <Sheet
      title={info.templateName}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={making} onClick={() => void make()}>
            创建合同
          </Button>
        </>
      }
    >
      <p className="muted">
        {columns.length > 0 ? '以下内容写入合同正文，发送后不可更改。' : '文件、签署角色和签署位置将按模板带出。'}
      </p>
      <div className="pick-fields">
        {columns.map(({ key, heading, hint }, index) => (
          <Field
            key={key}
            label={heading}
            placeholder={hint}
            value={values[key] ?? ''}
            maxLength={500}
            {...(index === 0 && { 'data-first': '' })}
            onChange={(event) => setValues((all) => ({ ...all, [key]: event.target.value }))}
          />
        ))}
      </div>
    </Sheet>
  )
}
