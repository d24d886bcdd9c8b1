import { useState } from 'react'
import { choose, usePreference, usualPageSize } from '../../client/preference.ts'
import { readUserConfig, saveUserConfig } from '../../client/user-config.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'
import './config.css'
import { DefaultSpaceField } from './default-space-field.tsx'
import { NoticeCard } from './notice-card.tsx'

const sizes = [10, 20, 50] as const
const languages = [
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
]

/** /user/config (checklist R41): what one is told of by which channels, rows a page, system texts, where one begins. */
export function ConfigPage() {
  const pageSize = usePreference(usualPageSize)
  const [language, setLanguage] = useState(readUserConfig().language ?? 'zh')
  return (
    <>
      <NoticeCard />
      <section className="card config-card" aria-labelledby="config-look">
        <h2 id="config-look" className="h2">
          显示
        </h2>
        <div className="config-fields">
          <SelectField
            label="合同列表每页条数"
            value={String(pageSize)}
            choices={sizes.map((size) => ({ value: String(size), label: `${size}条/页` }))}
            onChange={({ target }) => {
              const size = sizes.find((one) => String(one) === target.value)
              if (!size) return
              choose({ listPageSize: size })
              success('已保存')
            }}
          />
          <SelectField
            label="系统提示语言"
            hint="仅影响登录失效、退出等系统提示，保存在本浏览器"
            value={language}
            choices={languages}
            onChange={({ target }) => {
              const chosen = target.value === 'en' ? 'en' : undefined
              saveUserConfig({ language: chosen })
              setLanguage(chosen ?? 'zh')
              success('已保存')
            }}
          />
          <DefaultSpaceField />
        </div>
      </section>
    </>
  )
}
