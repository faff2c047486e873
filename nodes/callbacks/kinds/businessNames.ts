/**
 * The words of WhatsApp gateways. The service documents none of them. Names are in letters only and without case, the
 * more usual ones first. To read another gateway, add its words here.
 */

const list = (all: string): readonly string[] => all.trim().split(/\s+/);
const set = (all: string): ReadonlySet<string> => new Set(list(all));

/** Lists with these names hold messages. */
export const LISTS =
	set(`messages message msgs results notifications entry changes events incomingmessage motext add
	data items records values`);

/** Their entries are messages even without words. The role of what is around them ends in these. */
export const MESSAGES = set('messages message msgs msg notifications results');

/** Whose or what the values of a part are. Other parts are about the message itself. */
export const ROLES = {
	/** About another message, or about nothing that a person wrote. */
	aside:
		set(`context contextinfo messagecontextinfo quoted quotedmessage quotedmsg quotedmsgobj quote replyto
		repliedto repliedmessage replyingto replymessage inreplyto referral forward forwardedmessage lastmessage history
		original originalmessage before previous previousmessage reaction reactionmessage campaign statuses status echoes
		messageechoes smbmessageechoes ack dlr deliverystatus messagedeliveryreport messagesubmitnotification messagestatusupdate errors error system
		template header footer product location pricing settings mentions participants group ticket`),
	person:
		set(`from sender senderdata author originator source customer contact contacts client visitor lead user
		profile subscriber conversation room chat participant channelidentity`),
	ours: set(`to recipient recipients receiver receivers destination gateway business channel device instance bot me
		instancedata account accountinfo company organization inbox integration agent agents assignee assigneduser operator
		owner app target number connector`),
	file: set(`image video audio voice ptt document sticker file files media attachment attachments imagemessage
		videomessage audiomessage documentmessage stickermessage filemessagedata mediaurl fileurl imageurl videourl
		audiourl documenturl downloadurl`),
	tap: set(`button buttonreply buttonsreply listreply listresponse interactive interactivebuttonreply
		interactivelistreply interactivebuttonsresponse quickreply postback buttonsresponsemessage listresponsemessage
		templatebuttonreplymessage interactiveresponsemessage singleselectreply nfmreply choiceresponsemessage
		buttonresponse buttonsresponse templatebuttonreply`),
};

/** The chat of a message. It is the sender, unless it is a group or hides its number. */
export const CHAT = list('remotejid keyremotejid chatid wachatid chat conversation');
/** The number that a chat hides. */
export const ALT = list('participantalt participantpn senderalt senderpn remotejidalt');
export const FROM =
	list(`from sender fromnumber sendernumber senderphone senderphonenumber smsfrom remotephonenumber
	originator originationnumber author source platformsenderid participant participantphone member attendeeproviderid`);
/** The number of a person, next to the message. A sender's ID may be that of the app, so a part about a person counts more. */
export const PHONE =
	list(`senderid waid msisdn phone phonenumber mobile mobilenumber whatsappnumber customer customernumber
	contact contactphone contactidentifier visitor accountuniqid number chatid remotejid`);
export const ANYONE = [...CHAT, ...FROM, ...PHONE];
/** The number of a person, in a part about a person. */
export const PERSON =
	list(`channelphonenumber waid jid phone phonenumber mobile number msisdn accountuniqid identity
	identifiervalue identifier address handle login attendeeproviderid value`);
/** These may be the ID of a service, unless they begin with a plus or are a chat. */
export const PERSON_ID = list('id externalid displayname');
export const TO = list('to recipient receiver destination tonumber destinationnumber smsto');
export const OURS =
	list(`device deviceid gateway displayphonenumber accountphone channelphonenumber connectedphone
	integratednumber innumber wid owner me`);
/** The number of a part about us or the receiver. */
export const OUR_NUMBER = list(
	'phone phonenumber number msisdn address identifier to wid digits id',
);

/** `id` stays the last, since most parts have one. */
export const ID =
	list(`messageid whatsappmessageid wamid keyid msgid idmessage messageuuid inboundmessageid
	smsmessagesid messagesid wamessageid id`);
export const TIME =
	list(`receivedat receivedatutc receivedtimestamp received rcvd receivedate receivedstamp messagetimestamp timestamp
	momment msgtime sendtime accepttime ts t dtm datetime time date smsdate sentat createdat created createtime
	createddate createddatetime createdtime createdtimestamp platformtimestamp datecreated dateadded timecreated occurredat`);
export const TEXT =
	list(`caption message messagein text body msg content messagebody messagetext messagecontent textmessage
	bodytext smstext msgbody conversation chat`);
export const TITLE = list('title selecteddisplaytext selectedbuttontext text message');
export const BUTTON =
	list(`buttonid selectedid selectedrowid selectedbuttonid rowid id payload postbacktext
	postbackdata`);
/** The same next to the message. */
export const FLAT_BUTTON = list('buttonpayload buttonid selectedid selectedrowid listid');

const IS_US =
	set(`agent agentbot bot chatbot operator business admin staff system store company api sdk me
	modelsuser teammate employee`);
const IS_PERSON = set(
	'customer contact visitor user lead client subscriber consumer modelscontact',
);

const NOTHING = set('-');

/** Each field that says whose a message is: the words for ours, and those for a customer's. */
export const SAYINGS = [
	[
		list(`fromme keyfromme isfromme fromself self isself isme mine ismine echo isecho outgoing isoutgoing
			outbound isoutbound isowner issender isfromagent fromagent issentfromsleekflow`),
		set('true 1'),
		set('false 0'),
	],
	// An owner 1 may be a person.
	[['owner'], set('true'), set('false')],
	[list('isbot frombot sentbybot sentbyai fromapi wassentbyapi sentbyapi'), set('true 1'), NOTHING],
	[list('incoming isincoming inbound isinbound'), set('false 0'), set('true 1')],
	[
		list('direction dir flow traffic side directiontype messagedirection'),
		set(`out o outgoing outbound sent mt tocontact fromstore frombusiness fromagent frombot
			fromoperator 1`),
		set('in i incoming inbound received mo toapp fromcustomer fromcontact fromuser 0'),
	],
	[
		list(`sendertype senderrole authortype authorrole actortype actorrole participanttype fromtype
			sentby sender author from source`),
		IS_US,
		IS_PERSON,
	],
	// Chatwoot writes the direction into it, as a number or as a word.
	[['messagetype'], set('1 2 3 outgoing activity template'), set('0 incoming')],
	[['sendertype'], set('user'), NOTHING],
] as const;
/** A part with one of these names may be about the writer. */
export const WRITERS = set('sender author from source');
export const WRITER_KINDS = [[list('type role kind usertype'), IS_US, IS_PERSON]] as const;
export const EVENT =
	list(`type event eventtype eventname action typewebhook whtype callbacktype webhooktype field
	subtype subscriptiontype hook dataevent datatype notificationtype`);
/** A person may fill these too, so only a name with a separator counts. */
export const EVENT_TITLE = list('title topic');
export const OUT_WORDS =
	set(`out o outgoing outbound echo echoes mt agent operator admin store oa bot template hsm
	activity`);
export const IN_WORDS = set(
	'in inbound incoming received receive mo customer contact visitor user',
);
export const SENT_WORDS = set('sent send sending submitted queued enqueued accepted success');
export const REPORT_WORDS =
	set(`delivered delivery deliverd undelivered undeliverable read seen viewed played failed
	failure rejected expired status statuses state ack dlr receipt update updated changed deleted delete revoked edited
	typing presence connection qr qrcode session call calls confirmation connected disconnected history sync assigned resolved
	dispatched pending`);
export const OTHER_EVENTS =
	set(`conversationcreated contactcreated contactupdated webwidgettriggered contactsupsert contactsset
	chatsupsert chatsset groupsupsert labelsedit callreceived userpreferences userevent billingevent onselfmessage`);
export const STATUS = list(
	'status messagestatus smsstatus deliverystatus statusstring state acktype receipttype',
);
/** A payload with one of these and without a message is a report. */
export const REPORTS = list(`statuses echoes messageechoes smbmessageechoes ack dlr deliverystatus
	messagedeliveryreport messagesubmitnotification messagestatusupdate deliveredat readat seenat doneat donedate failedat`);
