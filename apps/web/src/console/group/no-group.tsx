import { neverSeenByGroup, seenByGroup } from '@moqi/domain/groups/seen-by-group'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { success } from '../../ui/toast-store.ts'
import { GroupNameSheet } from './group-name-sheet.tsx'

/** What a group is for, and the way to found one. */
export function NoGroup({ onFounded }: { onFounded: () => void }) {
  const [founding, found] = useState(false)
  return (
    <section className="card" aria-labelledby="grp-found">
      <h2 className="sr" id="grp-found">
        创建集团
      </h2>
      <EmptyState
        title="本企业不在任何集团中"
        hint="母公司、子公司或关联企业可以组成集团：牵头企业看到各企业的数字，并设定各企业不能放宽的登录规则。"
      >
        <Button variant="primary" onClick={() => found(true)}>
          创建集团
        </Button>
      </EmptyState>
      <SeenAndNot />
      {founding && (
        <GroupNameSheet
          title="创建集团"
          confirm="创建集团"
          note="本企业将成为牵头企业，集团此刻有1家企业。邀请的企业须由其管理员同意后才会加入。"
          send={(groupName, key) => call('foundGroup', { groupName }, { key })}
          onClose={() => found(false)}
          onDone={() => {
            found(false)
            success('集团已创建，本企业为牵头企业')
            onFounded()
          }}
        />
      )}
    </section>
  )
}

/** What a group's lead sees of a company, and what it never does. */
export const SeenAndNot = () => (
  <div className="grp-seen">
    <div>
      <h3>集团会看到</h3>
      <ul>
        {seenByGroup.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
    <div>
      <h3>集团永远看不到</h3>
      <ul>
        {neverSeenByGroup.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  </div>
)
