import { Link } from '@tanstack/react-router'
import { kinds } from '../../services/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { serviceIcon } from '../../ui/service-icons.ts'
import { useMayEnter } from '../may-enter.ts'
import { say, textOf } from '../text.ts'

const t = textOf('setup')

/** To the editor of a new item of each kind. */
export function ItemStep() {
  const mayUpload = useMayEnter('catalogue')
  return (
    <>
      <p className="font-semibold">{t('itemChoice')}</p>
      <ul className="flex flex-wrap gap-2">
        {kinds.map(({ key, adminSection, isSingle, icon, labels }) => {
          const Icon = serviceIcon(icon)
          return (
            <li key={key}>
              <Link
                to={isSingle ? `/admin/${adminSection}` : `/admin/${adminSection}/new`}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Icon aria-hidden="true" />
                {say(labels.singular)}
              </Link>
            </li>
          )
        })}
      </ul>
      {mayUpload ? (
        <p>
          <Link to="/admin/bulk-upload">{t('itemUpload')}</Link>
        </p>
      ) : null}
    </>
  )
}
