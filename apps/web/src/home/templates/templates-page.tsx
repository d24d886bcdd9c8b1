import type { TemplateRow } from '@moqi/api/template'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { useSpace } from '../../client/space-store.ts'
import { usePicture } from '../../client/picture.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { RowActions, type RowAction } from '../../ui/row-actions.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { ForbiddenPage } from '../../kit/space/forbidden-page.tsx'
import { refreshTemplates, templateKeys } from '../../kit/templates/template-keys.ts'
import { AccessSheet } from './access-sheet.tsx'
import { RecentBatches } from './recent-batches.tsx'
import './templates-page.css'

/** /space/templates: the space's templates, to launch from, edit, disable (checklist R26). */
export function TemplatesPage() {
  const space = useSpace((state) => state.current)
  const [keyword, setKeyword] = useState('')
  if (!space) return null
  if (!hasRight(space, 'launch')) return <ForbiddenPage />
  return (
    <>
      <div className="templates-head">
        <h1 className="h1">合同模板</h1>
        <SearchField label="模板名称" value={keyword} onSearch={setKeyword} />
        <ButtonLink to="/set-control" variant="primary">
          <Plus size={18} />
          新建模板
        </ButtonLink>
      </div>
      <Templates keyword={keyword} />
      <RecentBatches />
    </>
  )
}

function Templates({ keyword }: { keyword: string }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: templateKeys.list(keyword),
    queryFn: ({ signal, pageParam }) =>
      call('listTemplates', { ...(keyword && { keyword }), cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="templates" aria-busy="true">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} height={312} />
        ))}
      </div>
    )
  const rows = data.pages.flatMap(({ templateArray }) => templateArray)
  if (rows.length === 0)
    return keyword ? (
      <EmptyState title="没有找到模板" hint="换一个名称试试。" />
    ) : (
      <EmptyState title="还没有模板" hint="上传文件，圈出要签、要填的地方，以后就能反复发起。">
        <ButtonLink to="/set-control" variant="primary">
          新建模板
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <ul className="templates" aria-label="模板">
        {rows.map((row) => (
          <TemplateCard key={row.templateId} row={row} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="templates-more">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}

function TemplateCard({ row }: { row: TemplateRow }) {
  const { templateName, firstFile, roleNameArray, fillInNumber, usedNumber } = row
  const picture = usePicture(
    firstFile ? `${firstFile.fileUrl.replace('/content?', '/pageImage?')}&page=1&width=400` : null,
  )
  const [sharing, share] = useState(false)
  const actions = useActions(row, () => share(true))
  return (
    <li className={row.templateState === 'disabled' ? 'card template off' : 'card template'}>
      <div className="template-art" aria-hidden="true">
        {picture && <img src={picture} alt="" />}
      </div>
      <div className="template-body">
        <div className="template-name">
          <h2 className="clip" title={templateName}>
            {templateName}
          </h2>
          <StateTag row={row} />
        </div>
        <p className="small muted clip">
          {roleNameArray.join('、') || '还没有签署角色'}
          {fillInNumber > 0 && `　${fillInNumber} 处填写`}
        </p>
        {row.accessArray.length > 0 && <p className="small template-limit clip">{limitOf(row)}</p>}
      </div>
      <div className="template-foot">
        <span className="small">{usedNumber > 0 ? `已用 ${usedNumber} 次` : '还没用过'}</span>
        <RowActions subject={templateName} actions={actions} />
      </div>
      {sharing && <AccessSheet row={row} onDone={() => void shared(() => share(false))} onClose={() => share(false)} />}
    </li>
  )
}

async function shared(close: () => void) {
  close()
  success('部门权限已保存')
  await refreshTemplates()
}

/** Whose template it is, in a line. */
function limitOf({ accessArray }: TemplateRow): string {
  const names = accessArray.map(({ departmentName }) => departmentName ?? '其他成员')
  return names.length > 2 ? `仅${names.slice(0, 2).join('、')}等${names.length}个部门` : `仅${names.join('、')}`
}

function StateTag({ row: { templateState, ready } }: { row: TemplateRow }) {
  if (templateState === 'disabled') return <Tag tone="grey">已停用</Tag>
  return ready ? <Tag tone="green">已启用</Tag> : <Tag tone="ochre">草稿</Tag>
}

async function change(run: () => Promise<unknown>, done: string) {
  try {
    await run()
    success(done)
  } catch (error) {
    showRefusal(error)
  }
  await refreshTemplates()
}

function useActions(row: TemplateRow, onShare: () => void): RowAction[] {
  const { templateId, templateName, templateState, ready, usedNumber } = row
  const space = useSpace(({ current }) => current)
  const navigate = useNavigate()
  const to = (path: string) => () => void navigate(`${path}?templateId=${encodeURIComponent(templateId)}`)
  const setState = (state: 'enabled' | 'disabled') =>
    change(
      () => call('setTemplateState', { templateId, templateState: state }),
      state === 'enabled' ? '已启用' : '已停用',
    )
  const remove = async () => {
    const question = {
      title: '删除模板',
      text: `确定删除“${templateName}”吗？删除后不能恢复。`,
      confirm: '删除',
      cancel: '取消',
    }
    if (await ask(question)) await change(() => call('deleteTemplate', { templateId }), '已删除')
  }
  const edit = { key: 'edit', label: '编辑', onPress: to('/set-control') }
  const isAdministrator = space !== null && hasRight(space, 'manageMembers')
  const sharing = isAdministrator ? [{ key: 'share', label: '部门权限', onPress: onShare }] : []
  const erase = usedNumber === 0 ? [{ key: 'delete', label: '删除', danger: true, onPress: () => void remove() }] : []
  const last = [...sharing, ...erase]
  const isOff = templateState === 'disabled'
  if (isOff && row.mayEdit === 0) return []
  if (isOff) return [{ key: 'enable', label: '启用', onPress: () => void setState('enabled') }, edit, ...last]
  const disable = { key: 'disable', label: '停用', onPress: () => void setState('disabled') }
  const changes = row.mayEdit === 1 ? [edit, disable, ...last] : []
  if (!ready) return changes
  return [
    { key: 'launch', label: '发起签署', onPress: to('/temp-create') },
    { key: 'batch', label: '批量发起', onPress: to('/space/template-batch') },
    { key: 'code', label: '一码多签', onPress: to('/space/sign-codes') },
    ...changes,
  ]
}
