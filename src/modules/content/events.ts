/** The facts of this room (docs/ARCHITECTURE.md, Events). */
declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'content.enquiry-received': { enquiryId: string }
  }
}

export {}
