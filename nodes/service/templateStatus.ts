/** States of a template (section States and transitions). How they are spelled on the wire is not documented. */
export const TEMPLATE_STATUS = {
	approved: { name: 'Approved', stem: 'approv', meaning: 'Can be sent' },
	pending: { name: 'Pending', stem: 'pend', meaning: 'Not approved yet' },
	rejected: { name: 'Rejected', stem: 'reject', meaning: 'Cannot be sent' },
} as const;

export type TemplateStatus = keyof typeof TEMPLATE_STATUS;

/** APPROVED, Approve and approved are the same: neither case nor the end of the word counts. */
export const isTemplateStatus = (status: string, wanted: TemplateStatus): boolean =>
	new RegExp(`^\\s*${TEMPLATE_STATUS[wanted].stem}[a-z]*\\s*$`, 'i').test(status);
