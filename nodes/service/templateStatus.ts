/** States of a template (section States and transitions). How they are spelled on the wire is not documented. */
export const TEMPLATE_STATUS = {
	rejected: { name: 'Rejected', spelling: /reject/i, meaning: 'Cannot be sent' },
	// A suspended template is not pending.
	pending: { name: 'Pending', spelling: /pending|(?<![a-z])pend/i, meaning: 'Not approved yet' },
	approved: { name: 'Approved', spelling: /^[^a-z]*approved?(?![a-z])/i, meaning: 'Can be sent' },
} as const;

export type TemplateStatus = keyof typeof TEMPLATE_STATUS;

const STATUSES = ['rejected', 'pending', 'approved'] as const satisfies readonly TemplateStatus[];

/** The first that fits counts: 'Approval rejected' is rejected. */
export const isTemplateStatus = (status: string, wanted: TemplateStatus): boolean =>
	STATUSES.find((one) => TEMPLATE_STATUS[one].spelling.test(status)) === wanted;
