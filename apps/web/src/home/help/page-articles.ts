/**
 * The article that explains a page, by the page's address below /home; what begins with `/x/*` is of all pages below
 * /x. A test names the pages without one.
 */
const articleOf = new Map(
  Object.entries({
    '/': 'registerAndLogin',
    '/login/*': 'registerAndLogin',
    '/register/*': 'registerAndLogin',
    '/register-type': 'registerAndLogin',
    '/register-uk': 'registerAndLogin',
    '/autoLogin': 'registerAndLogin',
    '/loading': 'registerAndLogin',
    '/perfect-info': 'registerAndLogin',
    '/bind-email': 'codeNotReceived',
    '/open/sso/*': 'registerAndLogin',
    '/401': 'roles',
    '/personal-auth-info': 'realName',
    '/personal-auth-ok': 'realName',
    '/face/*': 'realName',
    '/open/personAuth/*': 'realName',
    '/company-auth-info': 'realName',
    '/company-space/personal-management': 'roles',
    '/company-space/single-sign-on': 'roles',
    '/company-space/applications/*': 'applications',
    '/company-space/admin-authorize/*': 'companySeal',
    '/company-space/admin-signatures/*': 'companySeal',
    '/company-space/admin-signatures/flow': 'sealApproval',
    '/company-space/admin-signatures/flows': 'sealApproval',
    '/approve/list': 'sealApproval',
    '/approve-info': 'sealApproval',
    '/flow': 'sealApproval',
    '/create-sign': 'personalSeal',
    '/user/seal': 'personalSeal',
    '/user-space/signatures': 'personalSeal',
    '/user/space-entry': 'companySecurity',
    '/space/platform-log': 'platformLooks',
    '/space/signatures-list': 'personalSeal',
    '/open/seal/*': 'personalSeal',
    '/temp-create': 'launchContract',
    '/set-control': 'launchContract',
    '/set-temp-control': 'launchContract',
    '/launchtask': 'launchContract',
    '/space/templates': 'launchContract',
    '/space/template-batch': 'launchContract',
    '/space/contract-list': 'launchContract',
    '/user-space/contracts': 'launchContract',
    '/space/sign-codes': 'signCode',
    '/add-party': 'changeParties',
    '/temp-info': 'recallOrReject',
    '/sign': 'signContract',
    '/signing': 'signContract',
    '/open-sign': 'signContract',
    '/oa-sign/*': 'signContract',
    '/unifysign/*': 'signContract',
    '/unifysign/launch': 'launchContract',
    '/unifysign/lauchtask': 'launchContract',
    '/file-check': 'verifyContract',
    '/file-compare': 'verifyContract',
    '/open/printed': 'verifyContract',
    '/cart/*': 'quota',
    '/user/bill': 'quota',
    '/user/bill/invoice': 'invoices',
    '/user/bindKey': 'signPassword',
    '/user/company-info': 'switchSpace',
    '/user-space/company-join': 'switchSpace',
    '/user-space/company-join-list': 'switchSpace',
    '/user/config': 'switchSpace',
    '/user/contact': 'launchContract',
    '/user/info': 'changePhone',
    '/user/messages': 'signContract',
    '/user/settings': 'changePhone',
  }),
)

/** The article of a page, the nearest of those above it; null where there is none. */
export function articleOfPage(path: string): string | null {
  const plain = path.replace(/\/+$/, '') || '/'
  const exact = articleOf.get(plain) ?? articleOf.get(`${plain}/*`)
  if (exact !== undefined) return exact
  for (let above = plain; above.includes('/', 1);) {
    above = above.slice(0, above.lastIndexOf('/'))
    const found = articleOf.get(`${above}/*`)
    if (found !== undefined) return found
  }
  return null
}
