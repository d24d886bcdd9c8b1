import { choose, usePreference, usualPageSize } from '../../client/preference.ts'
import { readUserConfig } from '../../client/user-config.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'
import './config.css'
import { DefaultSpaceField } from './default-space-field.tsx'
import { NoticeCard } from './notice-card.tsx'

const sizes = [10, 20, 50] as const
const languages = [
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const

/** /user/config (checklist R41): what one is told of by which channels, rows a page, system texts, where one begins. */
export function ConfigPage() {
  const pageSize = usePreference(usualPageSize)
  const language = usePreference(({ chosen }) => chosen?.language ?? readUserConfig().language ?? 'zh')
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
            value={pageSize}
            options={sizes.map((size) => ({ value: size, label: `${size}条/页` }))}
            onChange={(size) => {
              choose({ listPageSize: size })
              success('已保存')
            }}
          />
          <SelectField
            label="系统提示语言"
            hint="仅影响登录失效、退出等系统提示，登录后在任何浏览器生效"
            value={language}
            options={languages}
            onChange={(chosen) => {
              choose({ language: chosen })
              success('已保存')
            }}
          />
          <DefaultSpaceField />
        </div>
      </section>
    </>
  )
}
