//! The names of [`super::aliases`] in the languages of resumes, by those who write their documents by hand.

/// Within which member, the name in the schema, and what others call it, with blanks between.
pub(super) const ABROAD: &[(&str, &str, &str)] = &[
    (
        "",
        "basics",
        "persönlichedaten personalien coordonnées informationspersonnelles datospersonales datipersonali dadospessoais \
         persoonlijkegegevens personligeoplysninger 基本信息 个人信息 基本情報 個人情報",
    ),
    (
        "",
        "work",
        "beruflicherwerdegang werdegang berufspraxis expérience expériences expérienceprofessionnelle \
         expériencesprofessionnelles experienceprofessionnelle experiencesprofessionnelles emplois parcours experiencia \
         experiencialaboral experienciaprofesional trabajos esperienza esperienze esperienzalavorativa \
         esperienzeprofessionali lavoro experiência experiências experiênciaprofissional experienciaprofissional \
         werkervaring loopbaan erhvervserfaring ansættelser 工作经历 工作经验 职业经历 職歴 職務経歴 경력",
    ),
    (
        "",
        "education",
        "bildung schulbildung studium formation formations études etudes éducation diplômes educación educacion \
         formación formacion estudios istruzione formazione studi educação educacao formação formacao opleiding opleidingen \
         onderwijs uddannelse uddannelser 教育背景 教育经历 学历 学歴 학력",
    ),
    (
        "",
        "skills",
        "kenntnisse fähigkeiten faehigkeiten kompetenzen edvkenntnisse itkenntnisse compétences habilidades competencias \
         aptitudes conocimientos competenze abilità capacità competências vaardigheden competenties kompetencer \
         færdigheder 技能 专业技能 スキル 기술",
    ),
    (
        "",
        "languages",
        "sprachen sprachkenntnisse langues idiomas lingue línguas linguas talen taalkennis sprog 语言 语言能力 語学 言語 언어",
    ),
    (
        "",
        "certificates",
        "zertifikate weiterbildung weiterbildungen certificats certificados certificaciones certificati certificazioni \
         certificaten certifikater 证书 资格证书 資格 免許資格 자격증",
    ),
    (
        "",
        "interests",
        "interessen hobbys intérêts loisirs centresdintérêt centresdinteret intereses aficiones interessi interesses \
         passatempi interesser fritid 兴趣爱好 爱好 趣味",
    ),
    (
        "",
        "projects",
        "projekte projets proyectos progetti projetos projecten projekter 项目经验 项目经历 项目 プロジェクト",
    ),
    (
        "",
        "volunteer",
        "ehrenamt bénévolat benevolat voluntariado volontariato vrijwilligerswerk frivilligtarbejde 志愿者 ボランティア",
    ),
    (
        "",
        "awards",
        "auszeichnungen preise prix distinctions premios premi riconoscimenti prêmios prijzen priser 获奖 奖项 荣誉 受賞歴",
    ),
    (
        "",
        "publications",
        "publikationen veröffentlichungen publicaciones pubblicazioni publicações publicaties publikationer 论文 出版物 論文",
    ),
    (
        "",
        "references",
        "referenzen références referencias referenze referências referenties referencer 推荐人",
    ),
    (
        "basics",
        "name",
        "nom nomcomplet nombre nombrecompleto nome nomecompleto naam navn 姓名 名前 氏名 이름",
    ),
    (
        "basics",
        "label",
        "titel berufsbezeichnung beruf titre poste título titulo profesión profesion puesto titolo professione cargo profissão \
         functie beroep stilling 职位 职业 職種",
    ),
    (
        "basics",
        "summary",
        "profil zusammenfassung übermich uebermich kurzprofil àpropos apropos présentation perfil resumen sobremí sobremi \
         profilo sommario chisono resumo sobremim profiel samenvatting overmij resumé ommig 自我评价 个人简介 自己pr 자기소개",
    ),
    (
        "basics",
        "email",
        "emailadresse mailadresse correoelectronico correoelectrónico 邮箱 电子邮件 メール メールアドレス 이메일",
    ),
    (
        "basics",
        "phone",
        "telefonnummer mobilnummer handynummer portable móvil movil celular cellulare telemóvel telemovel mobiel \
         telefoonnummer 전화",
    ),
    ("basics", "url", "webseite internetseite siteweb páginaweb sitoweb hjemmeside 网站"),
    ("basics", "image", "foto bild photographie immagine imagem billede 照片 写真"),
    (
        "basics",
        "location",
        "ort stadt ville codepostal ciudad codigopostal códigopostal città citta cidade cep postnummer postnr woonplaats \
         adres straat gade 住所 地址 所在地 주소",
    ),
    (
        "location",
        "address",
        "straat gade via rua adresse anschrift direccion dirección indirizzo endereço endereco adres 住所 地址 주소",
    ),
    (
        "location",
        "postalCode",
        "codepostal codigopostal códigopostal cap cep postnummer postnr 邮编 郵便番号",
    ),
    ("location", "city", "ort stadt ville ciudad città citta cidade woonplaats wohnort 城市 市"),
    ("location", "countryCode", "land pays país pais paese 国家 国"),
    (
        "work",
        "name",
        "firma unternehmen arbeitgeber entreprise société societe employeur empresa azienda datoredilavoro bedrijf werkgever \
         virksomhed arbejdsgiver arbejdssted 公司 公司名称 单位 会社 会社名 勤務先 회사",
    ),
    (
        "work",
        "position",
        "stelle funktion beruf titel poste fonction intitulé intitule puesto cargo posizione ruolo mansione função funcao \
         functie rol stilling stillingsbetegnelse 职位 岗位 职务 役職 職種 직책",
    ),
    (
        "work",
        "location",
        "standort arbeitsort ort lieu ville lugar ubicación ubicacion luogo sede local localização plaats locatie sted 地点 \
         工作地点 勤務地",
    ),
    (
        "work",
        "summary",
        "beschreibung descripción descripcion descrizione descrição descricao beschrijving omschrijving beskrivelse 工作描述 描述",
    ),
    (
        "volunteer",
        "organization",
        "verein organisme association organización organizacion ente organização organisatie forening 组织",
    ),
    (
        "volunteer",
        "position",
        "funktion rolle fonction poste puesto cargo ruolo função functie rol stilling 职位",
    ),
    (
        "volunteer",
        "summary",
        "beschreibung descripción descrizione descrição beschrijving beskrivelse",
    ),
    (
        "education",
        "institution",
        "schule hochschule universität universitaet uni école ecole université universite établissement escuela universidad centro \
         instituto scuola università universita istituto escola universidade instituição instituicao onderwijsinstelling \
         universiteit skole universitet 学校 学校名 大学 학교",
    ),
    (
        "education",
        "studyType",
        "abschluss diplôme diplome título titulo titulación titolo titolodistudio grau graad grad eksamen 学历 学位 학위",
    ),
    (
        "education",
        "area",
        "studiengang fachrichtung fach spécialité specialite filière especialidad carrera facoltà corso curso course \
         studierichting richting fag linje 专业 専攻 学部 전공",
    ),
    (
        "education",
        "score",
        "note abschlussnote notendurchschnitt mention nota notamedia voto votazione cijfer karakter snit 成绩 绩点",
    ),
    ("education", "endDate", "year jahr année annee año anno ano jaar år 毕业时间 卒業"),
    ("languages", "language", "sprache langue idioma lingua língua taal sprog 语言 言語 언어"),
    ("languages", "fluency", "niveau stufe nivel livello nível 水平 レベル"),
    (
        "skills",
        "name",
        "kategorie catégorie categoría categoria categorie kategori kenntnis compétence 类别",
    ),
    ("skills", "level", "niveau stufe nivel livello nível 水平"),
    (
        "certificates",
        "name",
        "bezeichnung titre título titolo titel naam navn nom nombre nome 名称 名稱",
    ),
    (
        "certificates",
        "date",
        "datum jahr année annee fecha año data anno ano jaar dato år 日期 取得日",
    ),
    (
        "certificates",
        "issuer",
        "aussteller organisme emisor ente emissor uitgever udsteder 颁发机构",
    ),
    ("awards", "title", "bezeichnung titre título titolo titel naam navn nom nombre nome 名称"),
    ("awards", "date", "datum jahr année annee fecha año data anno ano jaar dato år 日期"),
    (
        "projects",
        "name",
        "projekt titel projet titre proyecto título progetto titolo projeto naam navn nom nombre nome 项目名称 名称",
    ),
    (
        "projects",
        "description",
        "beschreibung descripción descrizione descrição beschrijving beskrivelse 描述 概要",
    ),
];

/// For each list with dates.
pub(super) const DATED: [&str; 4] = ["work", "volunteer", "education", "projects"];
pub(super) const STARTS: &str = "von beginn startdatum seit début debut datedébut datedebut depuis desde inicio fechainicio \
    fechadeinicio inizio datainizio dal início datainício datainicio vanaf van begindatum fra startdato 开始 开始时间 入职时间 开始日期 \
    開始 入社 시작";
pub(super) const ENDS: &str = "bis ende enddatum fin datefin datedefin hasta fechafin fechadefin fine datafine al fim datafim término \
    tot einddatum til slutdato 结束 结束时间 离职时间 结束日期 終了 退社 종료";
