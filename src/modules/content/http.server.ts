import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'
import { listCards } from '../catalogue/index.server.ts'
import { readerOf } from '../settings/index.server.ts'
import { listBookingMessages, sendBookingMessage } from './booking-messages.server.ts'
import { contentContract } from './contract.ts'
import { answerEnquiry, getEnquiry, listEnquiries, sendEnquiry } from './enquiries.server.ts'
import { itemVisits, readItemVisits } from './item-visits.server.ts'
import { changeMenuItem, createMenuItem, listMenuItems, reorderMenuItems } from './menu-items.server.ts'
import { getPage, listPages, savePage } from './pages.server.ts'
import { type ChromeDeps, type ContentDeps, readChrome, readHome } from './queries.server.ts'
import { search, suggest } from './search.server.ts'
import { changeSlider, createSlider, listSliders, reorderSliders } from './sliders.server.ts'
import { changeCanned, createCanned, listCanned, setCannedDeleted } from './thread/canned.server.ts'
import { readThread, type ThreadDeps } from './thread/read-thread.server.ts'
import { addAnswer, replyToEnquiry, setAnswerDeleted } from './thread/reply.server.ts'
import { setEnquiryState } from './thread/state.server.ts'
import { implementSettingTranslations, implementTranslations } from './translations/http.server.ts'
import { withMenuProgress, withPageProgress, withSliderProgress } from './translations/progress.server.ts'
import { deleteContent, listTrash, moveToTrash, restoreContent } from './trash.server.ts'
import { countVisit, visitorCounter } from './visitors.server.ts'
import { changeWishList, readWishList } from './wish-list.server.ts'

const implementer = () => implement(contentContract).$context<RequestContext>()

export function implementContent(deps: ChromeDeps & BookingDeps) {
  const os = implementer()
  return os.router({
    chrome: os.chrome.handler(({ context }) => readChrome(deps, context.language)),
    home: os.home.handler(({ context }) => readHome(deps, context.language)),
    wishes: wishRoutes(os.wishes, deps),
    search: os.search.handler(({ input, context }) => search(deps, input.q, context.language)),
    suggest: os.suggest.handler(({ input, context }) => suggest(deps, input.q, context.language)),
    page: os.page.handler(({ input, context }) => getPage(deps, input.slug, context.language)),
    sendEnquiry: os.sendEnquiry.handler(({ input, context }) =>
      sendEnquiry({ ...deps, language: context.language }, context.caller, input, context.idempotencyKey),
    ),
    bookingMessages: os.bookingMessages.handler(({ input, context }) =>
      listBookingMessages(deps, context.caller, input),
    ),
    sendBookingMessage: os.sendBookingMessage.handler(({ input, context }) => sendBookingMessage(deps, context, input)),
    ...visitRoutes(os, deps),
    admin: {
      itemVisits: os.admin.itemVisits.handler(({ input }) => readItemVisits(deps, input)),
      sliders: sliderRoutes(os.admin.sliders, deps),
      menu: menuRoutes(os.admin.menu, deps),
      trash: trashRoutes(os.admin.trash, deps),
      translations: implementTranslations(deps),
      settingTranslations: implementSettingTranslations(deps),
      pages: os.admin.pages.handler(async () => withPageProgress(deps, await listPages(deps))),
      savePage: os.admin.savePage.handler(({ input, context }) => savePage(deps, context.caller, input)),
      enquiries: os.admin.enquiries.handler(({ input }) => listEnquiries(deps, input)),
      enquiry: os.admin.enquiry.handler(({ input }) => getEnquiry(deps, input.enquiryId)),
      answerEnquiry: os.admin.answerEnquiry.handler(({ input, context }) => answerEnquiry(deps, context.caller, input)),
      ...threadRoutes(os.admin, deps),
    },
  })
}

function visitRoutes(os: ReturnType<typeof implementer>, deps: ChromeDeps) {
  const [counter, visits] = [visitorCounter(deps), itemVisits(deps)]
  return {
    visitors: os.visitors.handler(async () => ({ visitors: await counter.read() })),
    countVisit: os.countVisit.handler(({ context }) => countVisit(deps, counter, context.caller.address)),
    countItemVisit: os.countItemVisit.handler(async ({ input, context }) => {
      const kind = deps.kinds.find(input.kind)
      if (kind) await visits.count(context.caller, kind.key)
      return { received: true as const }
    }),
  }
}

const threadRoutes = (os: ReturnType<typeof implementer>['admin'], deps: ThreadDeps) => ({
  thread: os.thread.handler(({ input }) => readThread(deps, input.enquiryId)),
  reply: os.reply.handler(({ input, context }) => replyToEnquiry(deps, context, input)),
  addAnswer: os.addAnswer.handler(({ input, context }) => addAnswer(deps, context, input)),
  removeAnswer: os.removeAnswer.handler(({ input, context }) =>
    setAnswerDeleted(deps, context.caller, { ...input, isDeleted: true }),
  ),
  restoreAnswer: os.restoreAnswer.handler(({ input, context }) =>
    setAnswerDeleted(deps, context.caller, { ...input, isDeleted: false }),
  ),
  setState: os.setState.handler(({ input, context }) => setEnquiryState(deps, context.caller, input)),
  canned: {
    list: os.canned.list.handler(() => listCanned(deps.db)),
    create: os.canned.create.handler(({ input, context }) => createCanned(deps, context, input)),
    change: os.canned.change.handler(({ input, context }) => changeCanned(deps, context.caller, input)),
    remove: os.canned.remove.handler(({ input, context }) =>
      setCannedDeleted(deps, context.caller, { ...input, isDeleted: true }),
    ),
    restore: os.canned.restore.handler(({ input, context }) =>
      setCannedDeleted(deps, context.caller, { ...input, isDeleted: false }),
    ),
  },
})

const sliderRoutes = (os: ReturnType<typeof implementer>['admin']['sliders'], deps: ContentDeps) => ({
  list: os.list.handler(async () => withSliderProgress(deps, await listSliders(deps))),
  create: os.create.handler(({ input, context }) => createSlider(deps, context.caller, input)),
  change: os.change.handler(({ input, context }) => changeSlider(deps, context.caller, input)),
  remove: os.remove.handler(({ input, context }) =>
    moveToTrash(deps, context.caller, { type: 'slider', id: input.sliderId }),
  ),
  reorder: os.reorder.handler(async ({ input, context }) =>
    withSliderProgress(deps, await reorderSliders(deps, context.caller, input)),
  ),
})

const menuRoutes = (os: ReturnType<typeof implementer>['admin']['menu'], deps: ContentDeps) => ({
  list: os.list.handler(async () => withMenuProgress(deps, await listMenuItems(deps))),
  create: os.create.handler(({ input, context }) => createMenuItem(deps, context.caller, input)),
  change: os.change.handler(({ input, context }) => changeMenuItem(deps, context.caller, input)),
  remove: os.remove.handler(({ input, context }) =>
    moveToTrash(deps, context.caller, { type: 'menu-item', id: input.itemId }),
  ),
  reorder: os.reorder.handler(async ({ input, context }) =>
    withMenuProgress(deps, await reorderMenuItems(deps, context.caller, input)),
  ),
})

const trashRoutes = (os: ReturnType<typeof implementer>['admin']['trash'], deps: ContentDeps) => ({
  list: os.list.handler(({ input }) => listTrash(deps, input.type)),
  restore: os.restore.handler(({ input, context }) => restoreContent(deps, context.caller, input)),
  remove: os.remove.handler(({ input, context }) => deleteContent(deps, context.caller, input)),
})

const wishRoutes = (os: ReturnType<typeof implementer>['wishes'], deps: ContentDeps) => ({
  cards: os.cards.handler(async ({ input, context }) => ({
    items: await listCards(deps, input.ids, await readerOf(deps, context.language)),
  })),
  mine: os.mine.handler(({ context }) => readWishList(deps.db, context.caller.userId ?? '')),
  change: os.change.handler(({ input, context }) =>
    changeWishList(deps, { ...input, userId: context.caller.userId ?? '' }),
  ),
})
