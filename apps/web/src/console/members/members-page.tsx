import type { MemberDeed } from '@moqi/domain/spaces/member-change'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { Note, Panel } from '../../kit/console/panel.tsx'
import { memberKeys } from '../../kit/members/member-keys.ts'
import { useDepartments } from '../../kit/members/use-departments.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { success } from '../../ui/toast-store.ts'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { ChangeSheet } from './change-sheet.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { chosenNumber, type MemberChoice, type MemberSearch, nobody, ticked } from './member-choice.ts'
import { MemberRows } from './member-rows.tsx'
import './members.css'

type OpenSheet = MemberDeed | 'import'

/** Members by the hundred: brought in from a spreadsheet, chosen and changed at once, and given back. */
export function MembersPage() {
  const space = useSpace(({ current }) => current)
  if (!space) return null
  return hasRight(space, 'manageMembers') ? (
    <Members />
  ) : (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">批量管理成员</h1>
      </div>
      <Note tone="blue">只有企业管理员可以管理成员，请联系管理员。</Note>
    </div>
  )
}

function Members() {
  const queryClient = useQueryClient()
  const [search, setSearch] = useState<MemberSearch>({ keyword: '', departmentId: '' })
  const [choice, choose] = useState<MemberChoice>(nobody)
  const [sheet, open] = useState<OpenSheet | null>(null)
  const reread = () => void queryClient.invalidateQueries({ queryKey: memberKeys.all })
  const look = (part: Partial<MemberSearch>) => {
    setSearch({ ...search, ...part })
    choose(nobody)
  }
  const changed = (number: number) => {
    open(null)
    choose(nobody)
    success(`已调整${number}人，24小时内可以撤销`)
    reread()
  }
  return (
    <div className="con-in">
      <div className="con-head cm-head">
        <div>
          <h1 className="h1">批量管理成员</h1>
          <p className="muted">
            邀请、单个成员的修改与移除在
            <a className="link" href={inWorkspace('/company-space/personal-management')}>
              成员与部门
            </a>
            。
          </p>
        </div>
        <Button variant="primary" onClick={() => open('import')}>
          <Upload size={18} />
          批量导入
        </Button>
      </div>
      <div className="con-stack">
        <Panel title="成员" flush acts={<Filters search={search} onSearch={look} />}>
          <h3 id="cm-title" className="sr">
            成员列表
          </h3>
          <div className="cm-list">
            <MemberPages search={search} choice={choice} onChoose={choose} onDeed={open} />
          </div>
        </Panel>
        <ChangesPanel onUndone={reread} />
      </div>
      {sheet === 'import' && <ImportSheet onSaved={reread} onClose={() => open(null)} />}
      {sheet !== null && sheet !== 'import' && (
        <ChangeSheet deed={sheet} choice={choice} search={search} onDone={changed} onClose={() => open(null)} />
      )}
    </div>
  )
}

type FiltersProps = { search: MemberSearch; onSearch: (part: Partial<MemberSearch>) => void }

function Filters({ search, onSearch }: FiltersProps) {
  const { data } = useDepartments()
  const departments = (data?.departmentArray ?? []).map((one) => ({
    value: one.departmentId,
    label: `${one.departmentName}（${one.memberNumber}）`,
  }))
  return (
    <>
      <SearchField
        label="姓名或手机号"
        maxLength={60}
        value={search.keyword}
        onSearch={(keyword) => onSearch({ keyword })}
      />
      <Select
        className="cm-department"
        aria-label="部门"
        value={search.departmentId}
        options={[{ value: '', label: '全部部门' }, ...departments]}
        onChange={(departmentId) => onSearch({ departmentId })}
      />
    </>
  )
}

type MemberPagesProps = {
  search: MemberSearch
  choice: MemberChoice
  onChoose: (choice: MemberChoice) => void
  onDeed: (deed: MemberDeed) => void
}

function MemberPages({ search, choice, onChoose, onDeed }: MemberPagesProps) {
  const { keyword, departmentId } = search
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const asked = `${keyword} ${departmentId} ${pageSize}`
  const { cursor, previous, nextTo } = usePages(asked)
  const list = useQuery({
    queryKey: [...memberKeys.all, 'many', asked, cursor],
    queryFn: ({ signal }) =>
      call(
        'listMember',
        { ...(keyword && { keyword }), departmentId: departmentId || null, cursor, pageSize },
        { signal },
      ),
    placeholderData: (before, query) => (query?.queryKey[2] === asked ? before : undefined),
  })
  return (
    <CardState query={list} rows={6}>
      {({ memberArray, nextCursor, total }) =>
        memberArray.length === 0 ? (
          <EmptyState title="没有找到符合条件的成员" />
        ) : (
          <>
            <ChosenBar choice={choice} total={total} onChoose={onChoose} onDeed={onDeed} />
            <MemberRows
              rows={memberArray}
              choice={choice}
              onTick={(ids, on) =>
                onChoose(ticked(choice, { page: memberArray.map(({ memberId }) => memberId), ids, on }))
              }
            />
            <Pager
              total={`共${total}条`}
              pageSize={pageSize}
              onPageSize={(size) => setPageSize(pageSizeOf(size))}
              onPrevious={previous}
              onNext={nextTo(list.isPlaceholderData ? null : nextCursor)}
            />
          </>
        )
      }
    </CardState>
  )
}

type ChosenBarProps = Pick<MemberPagesProps, 'choice' | 'onChoose' | 'onDeed'> & { total: number }

/** What can be done with those chosen, and the way to choose all whom the search finds. */
function ChosenBar({ choice, total, onChoose, onDeed }: ChosenBarProps) {
  const number = chosenNumber(choice)
  return (
    <div className="cm-chosen" role="group" aria-label="批量操作">
      <span role="status">{number > 0 ? `已选择${number}人` : '勾选成员后可批量调整'}</span>
      {number < total && (
        <button type="button" className="link" onClick={() => onChoose({ is: 'found', number: total })}>
          选择全部{total}人
        </button>
      )}
      {number > 0 && (
        <>
          <button type="button" className="link" onClick={() => onChoose(nobody)}>
            清空
          </button>
          <span className="cm-acts">
            <Button onClick={() => onDeed('department')}>调整部门</Button>
            <Button onClick={() => onDeed('role')}>调整角色</Button>
            <Button onClick={() => onDeed('disable')}>停用</Button>
          </span>
        </>
      )}
    </div>
  )
}
